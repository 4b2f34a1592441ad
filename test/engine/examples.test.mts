import { readFileSync } from 'node:fs';

import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { mediaFile } from '../../emulator/media/mediaRoute.mts';
import type { Execution, WorkflowJson } from '../harness/engine.mts';
import { folder } from '../harness/files.mts';
import { sheets } from '../harness/sheets.mts';
import { useWorld } from '../harness/useWorld.mts';
import { API_KEY, CREDENTIAL_NAME } from '../harness/world.mts';

const world = useWorld();

const REPLIES = 'fetch_comment_replies';
const COMMENTS = 'fetch_article_comments';

const example = (file: string) =>
	JSON.parse(readFileSync(`examples/${file}.json`, 'utf8')) as WorkflowJson;

async function run(workflow: WorkflowJson): Promise<Execution> {
	const { engine, emulator } = world;
	const { url: baseUrl, provider } = emulator;
	const execution = await engine.run({
		workflow,
		credentials: { [CREDENTIAL_NAME]: { baseUrl, apiKey: API_KEY, provider } },
	});
	expect(execution.error).toBeUndefined();
	return execution;
}

test('the comments of an article, then the replies of each', async () => {
	const { emulator } = world;
	const execution = await run(example('article-comments-and-replies'));

	const comments = execution.items('Article comments').map(({ json }) => json);
	expect(comments).toHaveLength(10);
	const answered = comments.filter(({ reply_total }) => Number(reply_total) > 0);
	expect(answered.length).toBeGreaterThan(1);

	const boughtFor = (operation: string) =>
		emulator.ledger.filter((entry) => entry.operation === operation);
	expect(boughtFor(COMMENTS)).toHaveLength(1);
	expect(boughtFor(REPLIES).map(({ input }) => input.content_id)).toEqual(
		answered.map(({ contentid }) => contentid),
	);
	expect(emulator.summary().charged).toBeCloseTo(0.01 + answered.length * 0.015, 6);
	expect(emulator.summary().charged).toBeLessThanOrEqual(0.17);

	const replies = execution.items('Conversation').map(({ json }) => json);
	const commentOf = new Map(
		boughtFor(REPLIES).flatMap(({ input, recordIds }) =>
			recordIds.map((id) => [id, input.content_id] as const),
		),
	);
	expect(replies.length).toBeGreaterThan(answered.length);
	for (const { commentId, comment, replyId, reply } of replies) {
		expect(commentOf.get(String(replyId))).toBe(commentId);
		expect(answered.find(({ contentid }) => contentid === commentId)?.content).toBe(comment);
		expect(String(reply)).not.toBe('');
	}
});

describe('the images of a keyword, to a folder', () => {
	const pathOf = (url: unknown) => new URL(String(url)).pathname;

	/** Whether the images of these records, and no others, are in the folder. */
	function expectFilesOf(records: IDataObject[]): void {
		expect(folder).toEqual(
			records.map(({ id, mediaUrl }) => {
				const path = pathOf(mediaUrl);
				const { contentType: type, bytes } = mediaFile(path.slice('/media'.length));
				const name = `${String(id)}.${path.split('.').at(-1)}`;
				return { name, type, content: bytes.toString() };
			}),
		);
	}
	const recordsOf = (execution: Execution, node: string, output = 0) =>
		execution.items(node, output).map(({ json }) => json);

	beforeEach(() => {
		folder.length = 0;
		const { emulator } = world;
		emulator.configure({ mediaBase: `${emulator.url}/media` });
	});

	test('all of them are uploaded', async () => {
		const execution = await run(example('images-to-google-drive'));
		const records = recordsOf(execution, 'Search images');
		expect(records).toHaveLength(40);
		expectFilesOf(records);
		expect(execution.items('Without image')).toEqual([]);
		expect(world.emulator.summary()).toMatchObject({ calls: 2, charged: 0.03 });
	});

	test('one that is missing fails no record', async () => {
		world.emulator.configure({ missingMedia: '.webp' });
		const execution = await run(example('images-to-google-drive'));
		const records = recordsOf(execution, 'Search images');
		const isMissing = ({ mediaUrl }: IDataObject) => pathOf(mediaUrl).endsWith('.webp');
		const missing = records.filter(isMissing);
		expect(missing.length).toBeGreaterThan(0);
		expect(missing.length).toBeLessThan(40);
		expectFilesOf(records.filter((record) => !isMissing(record)));
		expect(recordsOf(execution, 'Without image')).toEqual(
			missing.map((record) => ({ ...record, error: expect.stringContaining('404') })),
		);
	});
});

describe('long lists, a part every night', () => {
	/** The workflow after somebody has picked the sheets, with what stands in for its schedule. */
	function workflow(): WorkflowJson {
		const { nodes, ...rest } = example('long-lists-night-by-night');
		const tabs: Record<string, string> = {
			'Read users': 'Users',
			'Write next': 'Users',
			'Add posts': 'Posts',
		};
		const ready = nodes.map((node) => {
			if (node.type.endsWith('.scheduleTrigger')) {
				return { ...node, type: 'n8n-nodes-base.manualTrigger', parameters: {} };
			}
			if (!(node.name in tabs)) return node;
			const sheetName = { __rl: true, mode: 'name', value: tabs[node.name]! };
			return { ...node, parameters: { ...node.parameters, sheetName } };
		});
		return { ...rest, nodes: ready };
	}

	function fill(users: string[]): void {
		sheets.clear();
		sheets.set(
			'Users',
			users.map((user) => ({ user })),
		);
	}

	const rows = (tab: string) => sheets.get(tab) ?? [];

	/** The pages that were bought, one by one. */
	const bought = () =>
		world.emulator.ledger
			.filter(({ charged }) => charged > 0)
			.map(({ key, page }) => `${key} ${page}`)
			.sort();

	/** Each page of each list once. */
	const allOf = (pages: Record<string, number>) =>
		Object.entries(pages)
			.flatMap(([user, count]) => Array.from({ length: count }, (_, at) => `${user} ${at + 1}`))
			.sort();

	function expectPosts(count: number): void {
		const ids = rows('Posts').map(({ user, id }) => `${String(user)} ${String(id)}`);
		expect(ids).toHaveLength(count);
		expect(new Set(ids).size).toBe(count);
	}

	test('three nights bring all of them, each page is bought once, and then it asks no more', async () => {
		const pages = { 'a-size-700': 14, 'b-size-1300': 26, 'c-size-830': 17 };
		fill(Object.keys(pages));
		const nights: Array<{ calls: number; reasons: unknown[] }> = [];
		for (let night = 1; night <= 4; night++) {
			const before = world.emulator.ledger.length;
			await run(workflow());
			const calls = world.emulator.ledger.length - before;
			nights.push({ calls, reasons: rows('Users').map(({ reason }) => reason) });
		}
		expect(nights.map(({ calls }) => calls)).toEqual([20, 20, 17, 0]);
		const [first, second, third] = nights.map(({ reasons }) => reasons);
		expect(first).toContain('maxCost');
		expect(second).toContain('maxCost');
		expect(third).toEqual(['end', 'end', 'end']);

		expect(bought()).toEqual(allOf(pages));
		expectPosts(700 + 1300 + 830);
		expect(rows('Users').map(({ next }) => next)).toEqual(['ended', 'ended', 'ended']);
	});

	test('neither a page that fails nor a position that is refused begins a list again', async () => {
		const pages = { 'd-size-150': 3, 'e-size-60': 2, 'f-size-10': 1 };
		fill(Object.keys(pages));
		const fault = { kind: 'refused', httpStatus: 400 } as const;
		world.emulator.addFault({ ...fault, match: { key: 'd-size-150', page: 3 } });
		const wrong = '{"list":"another","end_cursor":"x"}';
		rows('Users')[1]!.next = wrong;
		await run(workflow());
		const [failed, refused, ended] = rows('Users');
		expect(failed).toMatchObject({
			reason: 'failure',
			next: expect.stringContaining('end_cursor'),
		});
		expect(refused).toMatchObject({ reason: 'failure', next: wrong });
		expect(ended).toMatchObject({ reason: 'end', next: 'ended' });
		expect(bought()).toEqual(['d-size-150 1', 'd-size-150 2', 'f-size-10 1']);

		// As the note says, an empty position begins the list.
		refused!.next = '';
		await run(workflow());
		expect(bought()).toEqual(allOf(pages));
		expectPosts(150 + 60 + 10);
	});
});
