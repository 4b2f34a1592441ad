import { proveOn } from '../suites/on-line.mts';

proveOn('2.41');
