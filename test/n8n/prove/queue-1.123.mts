import { proveQueueOn } from './queue-on-line.mts';

proveQueueOn('1.123');
