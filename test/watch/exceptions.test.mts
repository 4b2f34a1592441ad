import { readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';

import { passMinutes } from '../harness/clock.mts';
import { expectDelivered } from '../harness/delivered.mts';
import { Feed, idsFrom as from } from '../harness/feed.mts';
import type { Paging } from '../harness/feed.mts';
import { NodeOnHost } from '../harness/nodeOnHost.mts';
import type { Run } from '../harness/nodeOnHost.mts';
import { getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/world.mts';
import type { NodeRun } from '../harness/world.mts';

const world = useWorld({ settings: { size: 30 } });

const count = expectDelivered();

/** What happens to the list; what the next run returns, for how many calls; and how that run differs from the first. */
type Round = [happens: (feed: Feed) => void, returned: string[], calls: number, run?: Partial<Run>];

type Row = [
	label: string,
	/** How the list differs from one with times, paged by cursor. It has the records r40 to r1, newest first. */
	list: { paging?: Paging; timeless?: number; isOfOneDay?: true },
	/** How the first run differs from one that returns all, in pages of 12. */
	first: Partial<Run>,
	...rounds: Round[],
];

const HOUR = 3600;
const DAY = 1_700_000_000;

const limit = { limit: 12 };
const capped = { calls: 2 };
const inOnePage = { pageSize: 60 };

const nothing = () => {};
const grow = (by: number) => (feed: Feed) => feed.grow(by);
const remove = (index: number, records: number) => (feed: Feed) => feed.remove(index, records);
/** Inserts a record that is sorted `below` seconds below the newest, and shows a time `shown` seconds after it. */
const insert = (below: number, shown: number) => (feed: Feed) => feed.put(-below, shown);
const all =
	(...happen: Array<(feed: Feed) => void>) =>
	(feed: Feed) =>
		happen.forEach((happens) => happens(feed));
const pin =
	(...ids: string[]) =>
	(feed: Feed) => {
		for (const post of feed.posts) post.isPinned = ids.includes(post.id);
		feed.sort();
	};
const edit =
	(...ids: string[]) =>
	(feed: Feed) => {
		for (const each of ids) feed.edit(feed.posts.findIndex(({ id }) => id === each));
	};
/** Makes something happen after the next page is sold. */
const meanwhile = (happens: (feed: Feed) => void) => (feed: Feed) => {
	const { sell } = feed;
	feed.sell = function (input) {
		const sold = sell.call(feed, input);
		feed.sell = sell;
		happens(feed);
		return sold;
	};
};
const isEmptyOnce = (feed: Feed) => {
	const { posts } = feed;
	feed.posts = [];
	meanwhile(() => (feed.posts = posts))(feed);
};

const ahead = (count: number) =>
	Array.from({ length: count }, (_, at) => insert(-(25 + at) * HOUR, (25 + at) * HOUR));
const shift = (feed: Feed) => feed.posts.forEach((post) => post.time && (post.time -= HOUR));
const toDay = (feed: Feed) => feed.posts.forEach((post) => post.time && (post.time = DAY));

const DAYS = 25 * HOUR;

/** By the beginning of a line in the document's Exceptions. */
const tables: Record<string, Row[]> = {
	'An old record': [
		['is returned once if it is pinned', {}, limit, [pin('r15'), ['r15'], 1], [nothing, [], 1]],
		['is returned once if it is edited', {}, limit, [edit('r15'), ['r15'], 1], [nothing, [], 1]],
		['is not returned if it only moves up', {}, limit, [remove(0, 8), [], 1]],
		['is not returned without a time', { timeless: 10 }, limit, [remove(0, 8), [], 1]],
	],
	'A record that is listed late': [
		['is returned above a known one', {}, {}, [insert(3.5, -3.5), ['r41'], 1]],
		['is returned with an older time', {}, {}, [insert(-1, -HOUR), ['r41'], 1], [nothing, [], 1]],
		['is not returned below', {}, {}, [insert(12.5, -12.5), [], 1]],
	],
	'Lists paged by offset': [
		[
			'lose the two records that moved up',
			{ paging: 'offset' },
			{},
			[all(grow(20), meanwhile(remove(0, 2))), [...from(60, 49), ...from(46, 41)], 2],
			[nothing, [], 1],
		],
	],
	'If times change': [
		['twenty known records in a row end a run', {}, {}, [all(grow(3), shift), from(43, 41), 2]],
		['the run remembers the new times', {}, {}, [shift, [], 2], [grow(3), from(43, 41), 1]],
	],
	'A first run of fewer': [
		['the times change', {}, limit, [shift, from(28, 1), 4], [nothing, [], 1]],
		['all returned records are edited', {}, limit, [edit(...from(40, 29)), from(28, 1), 4]],
		[
			'all but one with a floor are edited',
			{},
			limit,
			[edit(...from(40, 33), ...from(31, 29)), [], 2],
		],
		['all with a floor are edited', {}, limit, [edit(...from(40, 32)), from(28, 1), 4]],
		['all returned records are deleted', {}, limit, [remove(0, 12), from(28, 1), 3]],
	],
	'Twenty known records': [
		['that are edited hide new ones', {}, {}, [all(grow(3), edit(...from(24, 1))), [], 2]],
		[
			'that are dated ahead hide new ones',
			{},
			{},
			[all(...ahead(24)), from(64, 41), 3],
			[grow(3), [], 2],
		],
	],
	'More than twenty': [
		[
			...(['hide a new one', { isOfOneDay: true }, {}] as const),
			[all(insert(4.5, 0), toDay), ['r41'], 3],
			[all(insert(30.5, 0), toDay), [], 2],
		],
	],
	'Without times': [
		['records beyond Limit are old', { timeless: 1 }, limit, [grow(2), ['r42', 'r41'], 1]],
		[
			...(['five pinned records hide new ones', { timeless: 1 }, {}] as const),
			[all(pin(...from(9, 5)), grow(3)), [], 1, { pageSize: 5 }],
			[pin(), from(43, 41), 1],
		],
	],
	'What a run gave up': [
		[
			...(['is returned if a page shows it', {}, limit] as const),
			...([
				[grow(40), from(80, 57), 2, capped],
				[nothing, [], 1],
			] as Round[]),
			[nothing, from(56, 41), 1, inOnePage],
		],
	],
	'A time that lies ahead': [
		['hides no new record', {}, {}, [insert(-DAYS, DAYS), ['r41'], 1], [grow(3), from(44, 42), 1]],
	],
	'A first page that is empty': [
		[
			...(['makes the records within Limit new', {}, { ...limit, firstRun: 'baseline' }] as const),
			[nothing, from(40, 29), 1],
			[grow(2), ['r42', 'r41'], 1],
		],
	],
};

const rows = Object.entries(tables).flatMap(([line, of]) =>
	of.map((row) => ({ name: `${line}: ${row[0]}`, line, row })),
);

test.each(rows)('$name', async ({ line, row }) => {
	const [, { paging, timeless, isOfOneDay }, first, ...rounds] = row;
	const feed = new Feed(paging, timeless);
	// Recent times, like those of real records.
	feed.clock = Math.floor(Date.now() / 1000) - HOUR;
	feed.grow(40);
	if (isOfOneDay) toDay(feed);
	const node = new NodeOnHost(count);
	const read = async (run: Partial<Run>) => {
		const { ids, pages, said } = await node.execute([feed], run);
		return { returned: ids[0], calls: pages[0], said };
	};
	if (line.startsWith('A first page')) isEmptyOnce(feed);
	await read(first);
	for (const [happens, returned, calls, run] of rounds) {
		happens(feed);
		const { said, ...outcome } = await read({ ...first, ...run });
		expect(outcome).toEqual({ returned, calls });
		if (line === 'If times change') {
			expect(said.includes('20 known records in a row')).toBe(calls > 1);
		}
	}
});

const RETRY = "**n8n's Retry of a failed first run**";

test(RETRY, async () => {
	const all = { ...getPosts.parameters('u'), returnAll: true, onlyNew: true };
	const read = async (parameters: object, context?: NodeRun['context']) =>
		await world.run({ ...all, ...parameters }, { mode: 'trigger', context });
	world.emulator.addFault({ kind: 'server', match: { page: 2 } });
	const failed = await read({});
	passMinutes(16);
	world.emulator.changeList(getPosts.name, getPosts.listKey('u'), { add: 20 });
	const later = await read({ returnAll: false, limit: 3 });
	count(later.records.length);
	const before = world.emulator.ledger.length;
	const retry = await read({}, failed.context);
	expect([retry.records.length, world.emulator.ledger.length - before]).toEqual([38, 4]);
});

test('each line of the document has a row', () => {
	count(1);
	const [, text = ''] = readFileSync('docs/development/memory.md', 'utf8').split(
		'### Exceptions\n',
	);
	const [exceptions = ''] = text.split('\n## ');
	const lines = exceptions.match(/^- .*(\n {2}.*)*/gm) ?? [];
	const begins = [...Object.keys(tables), RETRY];
	for (const [index, line] of lines.entries()) expect(line).toContain(begins[index]);
	expect(lines).toHaveLength(begins.length);
});
