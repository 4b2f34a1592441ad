import { proveQueueOn } from '../suites/queue-on-line.mts';

proveQueueOn('2.41');
