import { proveOn } from './on-line.mts';

proveOn('2.41');
