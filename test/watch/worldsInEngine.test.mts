import { beforeEach, jest } from '@jest/globals';

import { expectDelivered } from '../harness/delivered.mts';
import { describeCosts, describePromises } from '../harness/feedPromises.mts';
import { answerNodes, NodeInEngine } from '../harness/nodeInEngine.mts';
import { useEngine } from '../harness/useEngine.mts';
import { useGateway } from '../harness/useGateway.mts';

const engine = useEngine();
const gateway = useGateway();
beforeEach(() => gateway.answerWith(answerNodes));

const count = expectDelivered();
const start = () => new NodeInEngine(engine, gateway, count);

// The worlds of worlds.test.mts, through all of n8n's own contexts: each takes ten times as long.
const RUNS = Math.ceil(Number(process.env.PROPERTY_RUNS ?? 60) / 15);

jest.setTimeout(3_600_000);

describePromises(start, RUNS);
describeCosts(start, Math.ceil(RUNS / 2), 5);
