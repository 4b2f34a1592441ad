/**
 * `npm run pictures`: takes README's pictures again, light and dark: the node after a run and a workflow in
 * the real editor, and a message as Slack shows it. The node's words in them are stored, and a test compares
 * them with its present words.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { DAILY, FIRST, LONG, PICTURES } from '../../test/harness/pictured.mts';
import type { PictureTexts } from '../../test/harness/pictured.mts';
import { logIn, openBrowser, takePicture } from '../../test/n8n/harness/browser.mts';
import { Editor } from '../../test/n8n/harness/editor.mts';
import {
	executeWorkflow,
	executionsOf,
	hasEnded,
	succeeded,
} from '../../test/n8n/harness/executions.mts';
import { until } from '../../test/n8n/harness/until.mts';
import { example } from '../../test/n8n/harness/examples.mts';
import { installVersion } from '../../test/n8n/harness/installVersion.mts';
import { leaveNothingBehind } from '../../test/n8n/harness/leaveNothingBehind.mts';
import { chain, dataAccess, manualTrigger } from '../../test/n8n/harness/nodes.mts';
import { withAccounts } from '../../test/n8n/harness/outside.mts';
import { stopAll } from '../../test/n8n/harness/programs.mts';
import { startRegularMode } from '../../test/n8n/harness/regularMode.mts';
import { pageOfMessage } from './slackPage.mts';
import { requireSystemPackages } from '../../test/n8n/harness/systemPackages.mts';
import { versionNamed } from '../../test/n8n/harness/versions.mts';
import { activate, deactivate, saveWorkflow } from '../../test/n8n/harness/workflows.mts';

/** For the second theme: in a manual run, pages of the first keyword would be reused for free. */
const OTHER = `${FIRST.keyword}s`;

/** The machine may be slow. */
const PATIENCE_MS = 120_000;

leaveNothingBehind();
await requireSystemPackages();
const version = versionNamed('2.41');
await installVersion(version);
const cleanup = new AsyncDisposableStack();
const world = await startRegularMode(version, cleanup, 5);
const { emulator, outside, model, rest, credentialId } = world;
emulator.configure({ today: Date.now() / 1000 });
emulator.setList('search_images', '*', { size: LONG });

const firstWorkflow = async (keyword: string) => {
	const node = dataAccess('Data Access', credentialId, { keyword });
	return await saveWorkflow(rest, chain('First workflow', [manualTrigger(), node]));
};
const first = { light: await firstWorkflow(FIRST.keyword), dark: await firstWorkflow(OTHER) };

/** The example for videos, changed to answers, because answers have links. */
const daily = withAccounts(example('new-videos-to-google-sheets'), outside);
const text = JSON.stringify(daily).replace(/(?<=[Nn]ew )videos/g, 'answers');
const answers = JSON.parse(text) as typeof daily;
const changes: Record<string, object> = {
	// Otherwise the first run would be at seven.
	'Every morning at seven': { rule: { interval: [{ field: 'seconds', secondsInterval: 3 }] } },
	'New answers': DAILY,
};
const nodes = answers.nodes
	.filter(({ type }) => !type.endsWith('.stickyNote'))
	.map((each) => ({ ...each, parameters: { ...(changes[each.name] ?? each.parameters) } }));
const workflow = await activate(world, { ...answers, nodes });
const [morning] = await until('a production run', 60, async () => {
	const runs = await executionsOf(rest, workflow);
	return runs.some(hasEnded) && runs.filter(hasEnded).slice(-1);
});
await deactivate(world, workflow);

const TOLD =
	/^\d+\. (?<likes>\d+) likes \| by (?<by>.*?) \| (?<day>\S+) \| (?<link>\S+) \| found by "(?<keyword>.*?)" \| (?<text>[^#[。！？]*)/;

/** The stand-in for the model repeats what it was told about the first five notes. */
model.plays((asked) => {
	const [first, second, third, fourth, fifth] = asked.split('\n', 5).map((line) => {
		const { likes, text, ...told } = TOLD.exec(line)!.groups as Record<string, string>;
		return { ...told, likes: Number(likes).toLocaleString('en'), text: text!.trim() };
	}) as Array<Record<'likes' | 'by' | 'day' | 'link' | 'keyword' | 'text', string>>;
	return [
		`${first!.by} had the most liked note of the week on ${first!.day} with “${first!.text}” and ${first!.likes} likes (${first!.link}).`,
		`${second!.by} follows on ${second!.day}: “${second!.text}” has ${second!.likes} likes, the most of all on the ${second!.keyword} (${second!.link}).`,
		`On the ${third!.keyword}, people liked “${third!.text}” best, by ${third!.by} on ${third!.day} (${third!.link}).`,
		`${fourth!.by} wrote “${fourth!.text}” on ${fourth!.day} (${fourth!.link}).`,
		`And on ${fifth!.day}, ${fifth!.by}’s “${fifth!.text}” came close with ${fifth!.likes} likes (${fifth!.link}).`,
	].join(' ');
});
const weekly = await saveWorkflow(rest, withAccounts(example('week-summed-up-to-slack'), outside));
await succeeded(executeWorkflow(rest, weekly, 'When clicking ‘Execute workflow’'));
const message = outside.messages.at(-1)!;

const tab = await openBrowser({ deviceScaleFactor: 1.5 });
const { page } = tab;
page.setDefaultTimeout(PATIENCE_MS);
const editor = new Editor(page, rest);
await logIn(page, rest.url);
await editor.open(first.light.id);
const texts: PictureTexts = { node: '', workflow: '', message: message.text };
for (const theme of ['light', 'dark'] as const) {
	const picture = async (name: string) => {
		await takePicture(page, join(PICTURES.folder, `${name}${theme === 'dark' ? '-dark' : ''}.jpg`));
		console.log(`${name}, ${theme}`);
	};
	await editor.theme(theme);

	await page.setViewportSize({ width: 1440, height: 810 });
	await editor.open(first[theme].id);
	await editor.openNode('Data Access');
	await editor.widenOutput();
	await editor.executeStep();
	texts.node = (await editor.hints.first().innerText()).trim();
	await picture('node');

	await page.setViewportSize({ width: 1280, height: 860 });
	await page.goto(`${rest.url}/workflow/${workflow.id}/executions/${morning?.id}`);
	await editor.openLog('New answers', nodes.length);
	const logged = page.locator('[data-test-id="logs-panel"] [data-test-id="node-hint"]').first();
	texts.workflow = (await logged.innerText()).trim();
	await picture('workflow');

	await page.setViewportSize({ width: 1080, height: 300 });
	await page.setContent(pageOfMessage(message, theme));
	await picture('message');
	await page.goto(rest.url);
}
await tab.close();
writeFileSync(PICTURES.texts, `${JSON.stringify(texts, null, '\t')}\n`);
await stopAll();
await cleanup.disposeAsync();
