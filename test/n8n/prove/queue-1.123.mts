import { proveQueueOn } from '../suites/queueMode.mts';

proveQueueOn('1.123');
