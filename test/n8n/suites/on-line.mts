import { after, before, suite } from 'node:test';
import type { LineName } from '../harness/lines.mts';
import { setStage, type Stage } from '../harness/stage.mts';
import { credentialSuite } from './credential.mts';
import { editorSuite } from './editor.mts';
import { examplesSuite } from './examples.mts';
import { installSuite } from './install.mts';

/** Proves the packed package in one whole n8n. */
export function proveOn(line: LineName): void {
	suite(`n8n ${line}`, () => {
		let stage: Stage | undefined;
		const onStage = () => {
			if (!stage) throw new Error('The stage was not set');
			return stage;
		};
		before(async () => {
			stage = await setStage(line, console.log);
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
