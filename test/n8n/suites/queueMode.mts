import { after, before, suite } from 'node:test';
import type { VersionName } from '../harness/versions.mts';
import { setQueueStage, type QueueStage } from '../harness/queueMode.mts';
import { queueSuite } from './workers.mts';

/** Proves the packed package in one n8n in queue mode. */
export function proveQueueOn(version: VersionName): void {
	suite(`n8n ${version}`, () => {
		let stage: QueueStage | undefined;
		before(async () => {
			stage = await setQueueStage(version, console.log);
		});
		after(async () => {
			await stage?.close();
		});
		queueSuite(version, () => {
			if (!stage) throw new Error('The stage was not set');
			return stage;
		});
	});
}
