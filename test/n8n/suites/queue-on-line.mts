import { after, before, suite } from 'node:test';
import type { LineName } from '../harness/lines.mts';
import { setQueueStage, type QueueStage } from '../harness/queue-stage.mts';
import { queueSuite } from './queue.mts';

/** Proves the packed package in one n8n in queue mode. */
export function proveQueueOn(line: LineName): void {
	suite(`n8n ${line}`, () => {
		let stage: QueueStage | undefined;
		before(async () => {
			stage = await setQueueStage(line, console.log);
		});
		after(async () => {
			await stage?.close();
		});
		queueSuite(line, () => {
			if (!stage) throw new Error('The stage was not set');
			return stage;
		});
	});
}
