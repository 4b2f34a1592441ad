import { after, before, suite } from 'node:test';
import type { VersionName } from '../harness/versions.mts';
import { setStage, type Stage } from '../harness/regularMode.mts';
import { credentialSuite } from './credential.mts';
import { editorSuite } from './editor.mts';
import { examplesSuite } from './examples.mts';
import { installSuite } from './installation.mts';

/** Proves the packed package in one whole n8n. */
export function proveOn(version: VersionName): void {
	suite(`n8n ${version}`, () => {
		let stage: Stage | undefined;
		const onStage = () => {
			if (!stage) throw new Error('The stage was not set');
			return stage;
		};
		before(async () => {
			stage = await setStage(version, console.log);
		});
		after(async () => {
			await stage?.close();
		});
		installSuite(onStage);
		credentialSuite(onStage);
		examplesSuite(onStage);
		editorSuite(onStage);
	});
}
