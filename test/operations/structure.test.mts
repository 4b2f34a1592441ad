import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { runOf } from '../harness/gateway.mts';
import { articleOf, getCommentReplies, getPosts, searchVideos } from '../harness/operations.mts';
import { useGateway } from '../harness/useGateway.mts';
import { useWorld } from '../harness/useWorld.mts';
import type { NodeRunOptions } from '../harness/world.mts';

/*
 * IDs, lists and positions as platforms write them (docs/development/gateway.md, Paging): the first
 * page, then the last one. Pages are text where JavaScript would lose digits.
 */

const world = useWorld();
const gateway = useGateway();

/** Answers the first call with the first page, and each later one with the last. */
function serve(...pages: unknown[]): void {
	gateway.answerWith(() => {
		const page = pages[Math.min(gateway.calls.length, pages.length) - 1];
		if (typeof page !== 'string') return { body: runOf(page) };
		return { body: JSON.stringify(runOf('PAGE')).replace('"PAGE"', page) };
	});
}

const run = async (parameters: IDataObject, options: NodeRunOptions = {}) =>
	await world.run(
		{ returnAll: true, ...parameters },
		{ credential: { baseUrl: gateway.url }, ...options },
	);

const replies = getCommentReplies.parameters('a');
const videos = searchVideos.parameters('a');
const anything = (more: IDataObject): IDataObject => ({
	...{ resource: 'gateway', operation: 'run', endpoint: '/api/v9/any', price: 0.01 },
	...{ recordsPath: 'items', nextPage: { pairs: [{ name: 'page', path: 'next' }] } },
	...more,
});

describe('what is no ID tells no two records apart', () => {
	/** Two pages of two records each, all with this ID. */
	const served = {
		replies: (id: string) => (page: number) => {
			const list = [1, 2].map((at) => `{"reply_id":${id},"content":"t${page}${at}"}`);
			return `{"replies":[${list.join()}],"hasmore":${page < 2},"nextoffset":${page * 2}}`;
		},
		videos: (id: string) => (page: number) => {
			const list = ['a', 'b'].map((at) => `{"docID":${id},"desc":"v${page}${at}"}`);
			return `{"items":[${list.join()}],"continue_flag":${2 - page},"cursor":"c${page}"}`;
		},
	};
	const NO_IDS = ['0', '"0"', '"null"', '-1', '"-1"', '"None"', '"undefined"', '""', '" "'];
	const LOST = ['7.6159173374953e+18', '7615917337495251231.0', '"1.889983827679601E18"'];

	test.each([...NO_IDS, ...LOST])('replies with reply_id %s', async (id) => {
		serve(served.replies(id)(1), served.replies(id)(2));
		const { records } = await run(replies);
		expect(records.map(({ text }) => text)).toEqual(['t11', 't12', 't21', 't22']);
		expect(records.map((record) => record.id)).toEqual([null, null, null, null]);
	});

	test.each(['0', '-1', '"N/A"'])('videos with docID %s', async (id) => {
		serve(served.videos(id)(1), served.videos(id)(2));
		const { records } = await run(videos);
		expect(records.map(({ text }) => text)).toEqual(['v1a', 'v1b', 'v2a', 'v2b']);
	});

	test.each(['0', '-1', '"NULL"', '1.5'])('Gateway > Run with ID Path, id %s', async (id) => {
		const page = (k: number, next: string) => `{"items":[{"id":${id},"k":${k}}],"next":${next}}`;
		serve(page(1, '2'), page(2, 'null'));
		const { records } = await run(anything({ idPath: 'id' }));
		expect(records.map(({ k }) => k)).toEqual([1, 2]);
	});

	test('Only New Records, over three days', async () => {
		const days = [0, 1, 2].map((last) =>
			Array.from({ length: last + 1 }, (_, day) => ({
				...{ id: '0', caption: { text: `d${last - day}` } },
				taken_at_timestamp: 1_700_000_000 + (last - day) * 86_400,
			})),
		);
		const read: unknown[] = [];
		gateway.answerWith(() => {
			const edges = days[read.length]!.map((node) => ({ node }));
			const page_info = { has_next_page: false, end_cursor: null };
			return { body: runOf({ user: { edge_owner_to_timeline_media: { edges, page_info } } }) };
		});
		for (const _day of days) {
			const parameters = { ...getPosts.parameters('a'), onlyNew: true };
			const { records } = await run(parameters, { mode: 'trigger' });
			read.push(records.map(({ text }) => text));
		}
		expect(read).toEqual([['d0'], ['d1'], ['d2']]);
	});

	test('an ID has all its digits, in an integer of any length', async () => {
		const list = '{"reply_id":3.8323063099599e+15},{"reply_id":7615917337495251231}';
		serve(`{"replies":[${list}],"hasmore":false}`);
		const { records } = await run({ ...replies, url: articleOf('a') });
		expect(records.map(({ id }) => id)).toEqual(['3832306309959900', '7615917337495251231']);
	});
});
