import { randomBytes } from 'node:crypto';

import { describe, expect, test } from '@jest/globals';
import type { INode } from 'n8n-workflow';

import { skipWaits, passMinutes } from '../harness/clock.mts';
import { runOf } from '../harness/gateway.mts';
import { forgetProcess } from '../harness/keptPages.mts';
import { idsOf, nextOf, soldIds, statementOf } from '../harness/money.mts';
import { getPosts } from '../harness/operations.mts';
import { useGateway } from '../harness/useGateway.mts';
import { useWorld } from '../harness/useWorld.mts';
import type { NodeRunOptions } from '../harness/world.mts';

const PRICE = getPosts.price;

const world = useWorld();
const gateway = useGateway();

let lists = 0;
/** A list that no other test has bought from. */
const freshList = (size = 8) => `list-${++lists}-size-${size}`;

const posts = (options: object = {}, more: object = {}) => ({
	...getPosts.parameters('={{ $json.list }}'),
	pageSize: 2,
	returnAll: true,
	output: 'raw',
	options,
	...more,
});

/** Runs into a failure on a page, so that the pages before it were bought and not delivered. */
async function failAt(page: number, list: string, run: NodeRunOptions = {}) {
	world.emulator.addFault({ kind: 'server', match: { key: list, page } });
	const failed = await world.run(posts(), { items: [{ list }], ...run });
	expect(failed.status).toBe('error');
	return failed;
}

const pagesAsked = (list: string) =>
	world.emulator.ledger.filter(({ key }) => key === list).map(({ page }) => page);

describe('a failed execution under Stop', () => {
	test('leaves its pages to the next one', async () => {
		const list = freshList();
		const failed = await failAt(3, list);
		expect(failed.error?.description).toContain(
			'2 pages are safe. Retry this execution in Executions: it buys only the rest.',
		);
		const run = await world.run(posts(), { items: [{ list }] });
		expect(pagesAsked(list)).toEqual([1, 2, 3, 3, 4]);
		expect(idsOf(run, getPosts)).toEqual(soldIds(world.emulator.ledger));
		expect(statementOf(run)).toMatchObject({ calls: 2, cost: 2 * PRICE });
		expect(run.hint).toContain('2 pages were bought by an earlier run');
	});

	test('leaves them for every input item in its own state', async () => {
		const items = [freshList(4), freshList(8), freshList(4)].map((list) => ({ list }));
		const [whole, broken, untouched] = items.map(({ list }) => list);
		world.emulator.addFault({ kind: 'server', match: { key: broken, page: 3 } });
		const failed = await world.run(posts({ concurrency: 1 }), { items });
		expect(failed.status).toBe('error');
		expect(items.map(({ list }) => pagesAsked(list))).toEqual([[1, 2], [1, 2, 3], []]);

		const run = await world.run(posts({ concurrency: 1 }), { items });
		expect([whole, broken, untouched].map(pagesAsked)).toEqual([
			[1, 2],
			[1, 2, 3, 3, 4],
			[1, 2],
		]);
		expect(run.records).toHaveLength(16);
		expect(run.items.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual([
			...Array(4).fill(0),
			...Array(8).fill(1),
			...Array(4).fill(2),
		]);
	});

	test('that fails again further on keeps all of it', async () => {
		const list = freshList(12);
		await failAt(2, list);
		await failAt(4, list);
		await failAt(6, list);
		const run = await world.run(posts(), { items: [{ list }] });
		expect(pagesAsked(list)).toEqual([1, 2, 2, 3, 4, 4, 5, 6, 6]);
		expect(run.records).toHaveLength(12);
	});

	test('delivers them once: what a Retry of it has delivered is bought anew', async () => {
		const list = freshList();
		const { context } = await failAt(3, list);
		const items = [{ list }];
		// The same process: the pages are in its memory, and in the execution.
		await world.run(posts(), { items, context });
		expect(pagesAsked(list)).toEqual([1, 2, 3, 3, 4]);
		const fresh = await world.run(posts(), { items });
		expect(pagesAsked(list).slice(5)).toEqual([1, 2, 3, 4]);
		expect(fresh.hint).not.toContain('earlier run');
	});

	test('says what a second failure keeps, of pages that the first one bought too', async () => {
		const list = freshList();
		await failAt(3, list);
		const second = await failAt(4, list);
		expect(second.error?.description).toContain(
			'3 pages are safe. Retry this execution in Executions: it buys only the rest.',
		);
		// On another worker n8n's Retry of the second finds those of the first.
		forgetProcess();
		const { context } = second;
		const elsewhere = await world.run(posts(), { items: [{ list }], context });
		expect(elsewhere.records).toHaveLength(8);
		expect(pagesAsked(list)).toEqual([1, 2, 3, 3, 4, 4]);
	});

	test('leaves what a Retry in another process cuts off to the executions there', async () => {
		const list = freshList();
		const { context } = await failAt(2, list);
		forgetProcess();
		const cut = await world.run(posts({}, { returnAll: false, limit: 1 }), {
			items: [{ list }],
			context,
			report: true,
		});
		expect(cut.records).toHaveLength(1);
		const options = { resumeFrom: JSON.stringify(nextOf(cut, 0)) };
		const rest = await world.run(posts(options), { items: [{ list }] });
		expect(rest.records).toHaveLength(7);
		expect(pagesAsked(list)).toEqual([1, 2, 2, 3, 4]);
	});

	test('costs the failed execution, not the one that delivers', async () => {
		const list = freshList();
		const failed = await failAt(3, list);
		const run = await world.run(posts(), { items: [{ list }] });
		expect(statementOf(failed)).toMatchObject({ calls: 3, cost: 2 * PRICE });
		expect(statementOf(run)).toMatchObject({ calls: 2, cost: 2 * PRICE });
	});

	test('does not use up the cap of the one that delivers', async () => {
		const list = freshList();
		await failAt(3, list);
		const run = await world.run(posts({}, { maxCost: 2 * PRICE }), { items: [{ list }] });
		expect(run.records).toHaveLength(8);
	});
});

describe('the tries of Retry On Fail', () => {
	const node = (onError: INode['onError']): Partial<INode> => ({
		onError,
		retryOnFail: true,
		maxTries: 3,
		waitBetweenTries: 1,
	});

	test('buy each page once and report what all of them cost', async () => {
		const list = freshList();
		world.emulator.addFault({ kind: 'server', match: { key: list, page: 2 } });
		world.emulator.addFault({ kind: 'server', match: { key: list, page: 4 }, charged: true });
		const run = await world.run(posts(), { items: [{ list }], node: node('stopWorkflow') });
		expect(pagesAsked(list)).toEqual([1, 2, 2, 3, 4, 4]);
		expect(run.records).toHaveLength(8);
		// Either 5xx may have been charged, and one was.
		expect(statementOf(run)).toMatchObject({ calls: 6, cost: 4 * PRICE, possible: 2 * PRICE });
		expect(world.emulator.summary()).toMatchObject({ charged: 5 * PRICE, duplicates: [] });
	});

	test.each([
		['platform', 1],
		['unknownShape', 1],
		['reset', 3],
		['cutBody', 3],
		['accepted', 3],
		// Each try calls four times.
		['timedOut', 12],
		['server', 3],
	] as const)('meet %s in %i calls', async (kind, calls) => {
		skipWaits();
		const list = freshList();
		world.emulator.addFault({ kind, match: { key: list }, times: Infinity });
		const run = await world.run(posts(), { items: [{ list }], node: node('stopWorkflow') });
		expect(run.status).toBe('error');
		expect(pagesAsked(list)).toHaveLength(calls);
		expect(statementOf(run).calls).toBe(calls);
	});

	test.each(['reset', 'cutBody', 'server', 'hang'] as const)(
		'say what may have been paid twice after %s',
		async (kind) => {
			const list = freshList();
			world.emulator.addFault({ kind, match: { key: list, page: 2 } });
			const options = { timeout: 1 };
			const run = await world.run(posts(options), {
				items: [{ list }],
				node: node('stopWorkflow'),
			});
			expect(run).toMatchObject({ status: 'success' });
			expect(run.records).toHaveLength(8);
			expect(pagesAsked(list)).toEqual([1, 2, 2, 3, 4]);
			expect(run.hint).toContain(
				'A call with an unknown outcome was retried, so up to $0.0015 may have been paid twice.',
			);
			expect(run.hints[0].type).toBe('warning');
			expect(statementOf(run)).toMatchObject({ calls: 5, cost: 4 * PRICE, possible: PRICE });
		},
	);

	test('leave nothing behind once they have delivered, however much they bought', async () => {
		// Beyond 16 MiB pages are compressed, which must not make others of them.
		const noise = randomBytes(450_000).toString('hex');
		let isBroken = true;
		gateway.answerWith(({ body: { input } }) => {
			const page = Number(input.end_cursor ?? 1);
			if (page === 12 && isBroken) {
				isBroken = false;
				return { status: 503, body: '' };
			}
			const timeline = {
				edges: [{ node: { id: `${page}`, noise } }],
				page_info: { has_next_page: page < 12, end_cursor: `${page + 1}` },
			};
			return { body: runOf({ user: { edge_owner_to_timeline_media: timeline } }) };
		});
		const options = {
			items: [{ list: 'large' }],
			credential: { baseUrl: gateway.url },
		};
		const selected = { output: 'selected', fields: 'id', maxCost: 0 };
		const run = await world.run(posts({}, selected), { ...options, node: node('stopWorkflow') });
		expect(run.records).toHaveLength(12);
		expect(gateway.calls).toHaveLength(13);
		await world.run(posts({}, selected), options);
		expect(gateway.calls).toHaveLength(25);
	});

	test('that meet the cap with nothing to show for the money end with the failure', async () => {
		const list = freshList();
		world.emulator.addFault({
			kind: 'server',
			match: { key: list },
			charged: true,
			times: Infinity,
		});
		const run = await world.run(posts({}, { maxCost: PRICE }), {
			items: [{ list }],
			node: node('stopWorkflow'),
		});
		expect(run.status).toBe('error');
		expect(run.error?.errorResponse).toMatchObject({ code: 'GATEWAY_ERROR' });
		expect(world.emulator.ledger).toHaveLength(1);
	});

	test('repeat a lost call where Retry Uncertain Calls allows it', async () => {
		const list = freshList();
		world.emulator.addFault({ kind: 'reset', match: { key: list } });
		const options = posts({ retryUncertain: true });
		const run = await world.run(options, { items: [{ list }], node: node('stopWorkflow') });
		expect(run).toMatchObject({ status: 'success' });
		expect(run.records).toHaveLength(8);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'use what was bought under %s too',
		async (onError) => {
			const [whole, broken] = [freshList(4), freshList(4)];
			world.emulator.addFault({ kind: 'server', match: { key: broken }, times: 2 });
			const items = [{ list: broken }];
			const run = await world.run(posts(), { items, node: node(onError) });
			expect(run).toMatchObject({ status: 'success', errors: [] });
			expect(pagesAsked(broken)).toEqual([1, 1, 1, 2]);

			// With data before the error item n8n does not try again: the error tells how to go on.
			world.emulator.addFault({ kind: 'server', match: { key: `${broken} b` } });
			const mixed = [{ list: `${broken} b` }, { list: whole }];
			const second = await world.run(posts(), { items: mixed, node: node(onError) });
			expect(second.errors.map(({ error }) => error.itemIndex)).toEqual([0]);
			expect(pagesAsked(whole)).toEqual([1, 2]);
		},
	);
});

describe('nothing comes from memory', () => {
	/** The pages that a run asks for after a failed one has kept two. */
	async function askedAfterFailure(more: object, run: NodeRunOptions) {
		const list = freshList();
		await failAt(3, list);
		const before = pagesAsked(list).length;
		await world.run(posts({}, more), { items: [{ list }], ...run });
		return pagesAsked(list).slice(before);
	}
	const ALL = [1, 2, 3, 4];

	test('for another API key', async () => {
		expect(await askedAfterFailure({}, { apiKey: 'another-key' })).toEqual(ALL);
	});

	test('for another page size', async () => {
		expect(await askedAfterFailure({ pageSize: 3 }, {})).toEqual([1, 2, 3]);
	});

	test('for a gateway at another address', async () => {
		const baseUrl = world.emulator.url.replace('127.0.0.1', 'localhost');
		expect(await askedAfterFailure({}, { credential: { baseUrl } })).toEqual(ALL);
	});

	test('once it was delivered, be it to the same execution', async () => {
		const list = freshList();
		await failAt(3, list);
		const items = [{ list }];
		for (const executionId of ['loop', 'loop', 'later']) {
			const run = await world.run(posts(), { items, executionId });
			expect(run.records).toHaveLength(8);
		}
		expect(pagesAsked(list)).toEqual([1, 2, 3, 3, 4, ...ALL, ...ALL]);
	});

	test('of an execution that delivered', async () => {
		const list = freshList();
		for (const executionId of ['one', 'one', 'two']) {
			await world.run(posts(), { items: [{ list }], executionId });
		}
		expect(pagesAsked(list)).toEqual([...ALL, ...ALL, ...ALL]);
	});

	test('of a try that failed, once the next one has delivered it', async () => {
		const list = freshList();
		world.emulator.addFault({ kind: 'server', match: { key: list, page: 3 } });
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const run = await world.run(posts(), { items: [{ list }], node });
		expect(run.records).toHaveLength(8);
		await world.run(posts(), { items: [{ list }] });
		expect(pagesAsked(list)).toEqual([1, 2, 3, 3, 4, ...ALL]);
	});

	test('of what an error item under Continue has delivered', async () => {
		const list = freshList();
		const node = { onError: 'continueRegularOutput' } as const;
		world.emulator.addFault({ kind: 'server', match: { key: list, page: 3 } });
		await world.run(posts(), { items: [{ list }], node });
		await world.run(posts(), { items: [{ list }], node });
		expect(pagesAsked(list)).toEqual([1, 2, 3, ...ALL]);
	});
});

describe('the minutes', () => {
	test('are fifteen', async () => {
		const list = freshList();
		await failAt(3, list);
		passMinutes(14);
		const inTime = await world.run(posts(), { items: [{ list }] });
		expect(pagesAsked(list)).toEqual([1, 2, 3, 3, 4]);
		expect(inTime.hint).toMatch(/up to 14 minutes ago/);
	});

	test('end', async () => {
		const list = freshList();
		await failAt(3, list);
		passMinutes(16);
		await world.run(posts(), { items: [{ list }] });
		expect(pagesAsked(list)).toEqual([1, 2, 3, 1, 2, 3, 4]);
	});
});

describe('the page that a limit cut', () => {
	test('is there for a resume, and for nothing else', async () => {
		const list = freshList();
		const limited = posts({}, { returnAll: false, limit: 3 });
		const first = await world.run(limited, { items: [{ list }] });
		expect(idsOf(first, getPosts)).toHaveLength(3);
		const other = await world.run(limited, { items: [{ list }], report: true });
		expect(pagesAsked(list)).toEqual([1, 2, 1, 2]);

		const resumeFrom = nextOf(other, 0);
		const rest = await world.run(posts({ resumeFrom }), { items: [{ list }] });
		expect(pagesAsked(list)).toEqual([1, 2, 1, 2, 3, 4]);
		expect([...idsOf(first, getPosts), ...idsOf(rest, getPosts)]).toEqual([
			...new Set(soldIds(world.emulator.ledger)),
		]);
	});

	test('is there where it is the first page', async () => {
		const list = freshList();
		const limited = posts({}, { returnAll: false, limit: 1 });
		const first = await world.run(limited, { items: [{ list }], report: true });
		const resumeFrom = nextOf(first, 0);
		const rest = await world.run(posts({ resumeFrom }), { items: [{ list }] });
		expect(pagesAsked(list)).toEqual([1, 2, 3, 4]);
		expect([...idsOf(first, getPosts), ...idsOf(rest, getPosts)]).toEqual(
			soldIds(world.emulator.ledger),
		);
	});
});

describe("n8n's Retry of a failed execution", () => {
	const pagesIn = ({ context }: { context: object }) =>
		Object.keys((context as any)['node:Data Access'].pages ?? {});

	test('buys only the rest, on another worker', async () => {
		const list = freshList();
		const failed = await failAt(3, list);
		expect(failed.error?.description).toContain(
			'2 pages are safe. Retry this execution in Executions: it buys only the rest.',
		);
		expect(pagesIn(failed)).toHaveLength(2);
		const { context } = failed;
		forgetProcess();
		const run = await world.run(posts(), { items: [{ list }], context });
		expect(pagesAsked(list)).toEqual([1, 2, 3, 3, 4]);
		expect(run.records).toHaveLength(8);
		expect(run.hint).toContain('2 pages were bought by an earlier run');
		// It starts at zero, and keeps nothing that it delivered.
		expect(statementOf(run)).toMatchObject({ calls: 2, cost: 2 * PRICE });
		expect(run.context['node:Data Access']).toMatchObject({ calls: 2, reusedPages: 2 });
		expect(pagesIn(run)).toEqual([]);
	});

	test('that fails too hands on all of it', async () => {
		const list = freshList();
		let { context } = await failAt(2, list);
		for (const page of [3, 4]) {
			forgetProcess();
			({ context } = await failAt(page, list, { context }));
		}
		forgetProcess();
		const run = await world.run(posts(), { items: [{ list }], context });
		expect(pagesAsked(list)).toEqual([1, 2, 2, 3, 3, 4, 4]);
		expect(run.records).toHaveLength(8);
	});

	test('holds at any age', async () => {
		const list = freshList();
		const first = await failAt(3, list);
		passMinutes(60 * 24 * 30);
		const { context, error } = await failAt(3, list, { context: first.context });
		expect(error?.description).toContain(
			'2 pages are safe. Retry this execution in Executions: it buys only the rest.',
		);
		const run = await world.run(posts(), { items: [{ list }], context });
		expect(pagesAsked(list)).toEqual([1, 2, 3, 3, 3, 4]);
		expect(run.hint).toContain('up to 43200 minutes ago');
	});

	test('does not hold for another API key', async () => {
		const list = freshList();
		const { context } = await failAt(3, list);
		const items = [{ list }];
		await world.run(posts(), { items, context, apiKey: 'another-key' });
		expect(pagesAsked(list)).toEqual([1, 2, 3, 1, 2, 3, 4]);
	});

	test('says what to do where the gateway no longer takes the position', async () => {
		const list = freshList();
		const { context } = await failAt(3, list);
		world.emulator.expirePositions();
		const run = await world.run(posts(), { items: [{ list }], context });
		expect(run.error?.errorResponse).toMatchObject({ code: 'INVALID_INPUT', field: 'end_cursor' });
		expect(run.error?.description).toContain('which may have expired.');
		// Nothing was charged for asking.
		expect(world.emulator.summary().charged).toBe(2 * PRICE);
	});

	test('stores no more than its bound, and buys the rest again', async () => {
		// Text that cannot be compressed: five pages of two thirds of a megabyte each.
		const noise = Array.from({ length: 6 }, () => randomBytes(500_000).toString('base64'));
		gateway.answerWith(({ body: { input } }) => {
			const page = Number(input.end_cursor ?? 1);
			if (page === 6) return { status: 503, body: '' };
			const timeline = {
				edges: [{ node: { id: `${page}`, noise: noise[page] } }],
				page_info: { has_next_page: true, end_cursor: `${page + 1}` },
			};
			return { body: runOf({ user: { edge_owner_to_timeline_media: timeline } }) };
		});
		const options = { items: [{ list: 'noisy' }], credential: { baseUrl: gateway.url } };
		const failed = await world.run(posts(), options);
		const stored = pagesIn(failed).length;
		expect(stored).toBeGreaterThan(0);
		expect(stored).toBeLessThan(5);
		expect(JSON.stringify(failed.context).length).toBeLessThan(2.2 * 1024 * 1024);
		expect(failed.error?.description).toContain(
			'5 pages are safe for 15 minutes. Retry this execution in Executions within that time: it buys only the rest.',
		);
		forgetProcess();
		const { context } = failed;
		await world.run(posts(), { ...options, context });
		const asked = gateway.calls.map(({ body: { input } }) => Number(input.end_cursor ?? 1));
		expect(asked.slice(6)).toEqual([1, 2, 3, 4, 5, 6].slice(stored));
	});
});
