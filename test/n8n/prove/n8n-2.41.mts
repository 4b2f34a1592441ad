import { proveOn } from '../suites/regularMode.mts';

proveOn('2.41');
