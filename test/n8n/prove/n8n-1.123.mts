import { proveOn } from '../suites/on-line.mts';

proveOn('1.123');
