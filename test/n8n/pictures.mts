/**
 * `npm run pictures`: makes README's pictures anew, light and dark, with the node as it is now: the node
 * after a run and a workflow in the real editor, and what the bench counted.
 */
import { join } from 'node:path';

import { pageOfCalls } from '../../bench/picture.mts';
import { startEmulator } from '../../emulator/emulator.mts';
import { logIn, openBrowser, takePicture } from './harness/browser.mts';
import { installCommunityPackage, pack } from './harness/communityPackage.mts';
import { Editor } from './harness/editor.mts';
import { executionsOf, hasEnded } from './harness/executions.mts';
import { until } from './harness/until.mts';
import { example } from './harness/examples.mts';
import { installVersion } from './harness/installVersion.mts';
import { leaveNothingBehind } from './harness/leaveNothingBehind.mts';
import { anyDatabase, newPlace, startN8n } from './harness/n8n.mts';
import { chain, dataAccess, manualTrigger } from './harness/nodes.mts';
import { createAccounts, Outside, withAccounts } from './harness/outside.mts';
import { stopAll } from './harness/programs.mts';
import { requireSystemPackages } from './harness/systemPackages.mts';
import { temporaryFolder } from './harness/temporaryFolders.mts';
import { versionNamed } from './harness/versions.mts';
import { activate, deactivate, saveWorkflow } from './harness/workflows.mts';
import { API_KEY, setUpAccount } from './harness/world.mts';

const FOLDER = join(import.meta.dirname, '..', '..', '.github', 'screenshots');

/** README's First workflow; the list is longer than Limit, so that no empty page is bought. */
const KEYWORD = 'ceramic teapot';

/** By hand a page is bought once: in the other theme the same keyword would cost nothing. */
const OTHER_KEYWORD = 'ceramic teapots';

/** A machine may be slow: nothing is judged here. */
const PATIENCE_MS = 120_000;

leaveNothingBehind();
await requireSystemPackages();
const version = versionNamed('2.41');
await installVersion(version);
const emulator = await startEmulator({
	apiKeys: [API_KEY],
	settings: { today: Date.now() / 1000 },
});
const outside = await Outside.start();
const place = await newPlace(version, await anyDatabase(version));
await installCommunityPackage(await pack(temporaryFolder('pack')), place.home);
const n8n = await startN8n(place, outside.environment);
const { rest, credentialId } = await setUpAccount(n8n.url, emulator);
await createAccounts(rest);

const firstWorkflow = async (keyword: string) => {
	emulator.setList('search_images', keyword, { size: 200 });
	const node = dataAccess('Data Access', credentialId, { keyword });
	return await saveWorkflow(rest, chain('First workflow', [manualTrigger(), node]));
};
const first = { light: await firstWorkflow(KEYWORD), dark: await firstWorkflow(OTHER_KEYWORD) };

/** The example for videos, with answers instead: these have links. */
const daily = withAccounts(example('new-videos-to-google-sheets'), outside);
const answers = JSON.parse(
	JSON.stringify(daily)
		.replaceAll('New videos', 'New answers')
		.replaceAll('new videos', 'new answers'),
) as typeof daily;
const changes: Record<string, object> = {
	// Not for as long as until seven.
	'Every morning at seven': { rule: { interval: [{ field: 'seconds', secondsInterval: 3 }] } },
	'New answers': {
		resource: 'question',
		operation: 'getAnswers',
		questionId: '19550225',
		order: 'updated',
		pageSize: 20,
		limit: 60,
		maxCost: 0.15,
		onlyNew: true,
	},
};
const nodes = answers.nodes
	.filter(({ type }) => !type.endsWith('.stickyNote'))
	.map((each) => ({ ...each, parameters: { ...(changes[each.name] ?? each.parameters) } }));
const world = { version, rest, emulator, credentialId, restart: async () => {} };
const workflow = await activate(world, { ...answers, nodes });
const [morning] = await until('a production run', 60, async () => {
	const runs = await executionsOf(rest, workflow);
	return runs.some(hasEnded) && runs.filter(hasEnded).slice(-1);
});
await deactivate(world, workflow);

const tab = await openBrowser({ deviceScaleFactor: 1.5 });
const { page } = tab;
page.setDefaultTimeout(PATIENCE_MS);
const editor = new Editor(page, rest);
await logIn(page, n8n.url);
await editor.open(first.light.id);
for (const theme of ['light', 'dark'] as const) {
	const picture = async (name: string) => {
		await takePicture(page, join(FOLDER, `${name}${theme === 'dark' ? '-dark' : ''}.jpg`));
		console.log(`${name}, ${theme}`);
	};
	await editor.theme(theme);

	await page.setViewportSize({ width: 1440, height: 810 });
	await editor.open(first[theme].id);
	await editor.openNode('Data Access');
	await editor.widenOutput();
	await editor.executeStep();
	await picture('node');

	await page.setViewportSize({ width: 1280, height: 860 });
	await page.goto(`${n8n.url}/workflow/${workflow.id}/executions/${morning?.id}`);
	await editor.openLog('New answers', nodes.length);
	await picture('workflow');

	await page.setViewportSize({ width: 1080, height: 400 });
	await page.setContent(pageOfCalls(theme));
	await picture('bench');
	await page.goto(n8n.url);
}
await tab.close();
await stopAll();
outside.close();
await emulator.close();
