import { proveQueueOn } from './queue-on-line.mts';

proveQueueOn('2.41');
