import { proveQueueOn } from '../suites/queue-on-line.mts';

proveQueueOn('1.123');
