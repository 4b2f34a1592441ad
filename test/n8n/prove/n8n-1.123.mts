import { proveOn } from '../suites/regularMode.mts';

proveOn('1.123');
