import { proveOn } from './on-line.mts';

proveOn('1.123');
