import { proveQueueOn } from '../suites/queueMode.mts';

proveQueueOn('2.41');
