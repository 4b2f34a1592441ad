import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { pageOfPosts, runOf, useGateway } from '../harness/gateway.mts';
import { eachOperation, getAnswers, getPosts } from '../harness/operations.mts';
import { contextOf, useWorld } from '../harness/world.mts';
import type { NodeRunOptions } from '../harness/world.mts';

const world = useWorld();
const gateway = useGateway();

const NEW = Date.parse('2026-01-31T12:00:00Z') / 1000;

/**
 * Answers with pages of posts, written as the hours that each is older than NEW; `-` has no time.
 * @returns the inputs that are requested
 */
function answerWithPosts(
	written: string,
	idOf = (page: number, index: number, _hours: string) => `${page}-${index}`,
): IDataObject[] {
	const pages = written.split(' | ').map((page) => page.split(' '));
	const requested: IDataObject[] = [];
	gateway.answerWith((call) => {
		const { input } = call.body as { input: IDataObject };
		requested.push(input);
		const page = Number(input.end_cursor ?? 0);
		const posts = pages[page]!.map((hours, index) => ({
			id: idOf(page, index, hours),
			...(hours !== '-' && { taken_at_timestamp: NEW - Number(hours) * 3600 }),
		}));
		const more = page + 1 < pages.length;
		const page_info = { has_next_page: more, end_cursor: more ? String(page + 1) : null };
		return { body: runOf(pageOfPosts(posts, page_info)) };
	});
	return requested;
}

const since = (hours: number) => new Date((NEW - hours * 3600) * 1000).toISOString();

/** Runs the node over these posts, and returns the IDs of the delivered ones. */
async function read(parameters: IDataObject, options: NodeRunOptions = {}) {
	const all = { ...getPosts.parameters('a'), output: 'raw', ...parameters };
	const run = await world.run(all, { ...gateway.at, report: true, ...options });
	return { run, ids: run.records.map(({ id }) => id).join(' ') };
}

const all = { returnAll: true };
test.each<[string, pages: string, object, ids: string, number, string]>([
	['the list ends after a page of old posts', '1 2 | 3 5 | 6 7 | 8', all, '0-0 0-1 1-0', 3, 'date'],
	[
		'the list ends after a page with five old posts for a new one',
		'1 2 | 3 5 6 7 8 9 | 10',
		all,
		'0-0 0-1 1-0',
		2,
		'date',
	],
	['the first page is old', '5 6 | 7', all, '', 1, 'date'],
	['a pinned old post does not end the list', '99 1 | 2 5 | 6 | 7', all, '0-1 1-0', 3, 'date'],
	[
		'nor do three pinned posts on a small page',
		'97 98 99 1 | 2 | 6 | 7',
		all,
		'0-3 1-0',
		3,
		'date',
	],
	[
		'nor does an old post at the end, out of order',
		'1 2 3 99 | 4 | 6 | 7',
		all,
		'0-0 0-1 0-2 1-0',
		3,
		'date',
	],
	['posts without a time are delivered', '1 - | - 5 | 6', all, '0-0 0-1 1-0', 2, 'date'],
	['an old post in between, and a post of exactly that time', '1 99 4', all, '0-0 0-2', 1, 'end'],
	['the last post has no time', '1 5 - | 6 | 7', all, '0-0 0-2', 2, 'date'],
	['the end comes first', '1 | 2', all, '0-0 1-0', 2, 'end'],
	['the end of the list is on an old page', '1 5', all, '0-0', 1, 'end'],
	['Limit counts delivered posts', '99 1 2 3', { limit: 2 }, '0-1 0-2', 1, 'limit'],
	['Limit is not reached', '99 1 | 2 5 | 6 | 7', { limit: 9 }, '0-1 1-0', 3, 'date'],
])('only newer posts are delivered: %s', async (_, pages, bounds, expected, calls, reason) => {
	const requested = answerWithPosts(pages);
	const { run, ids } = await read({ newerThan: since(4), ...bounds });
	expect(ids).toBe(expected);
	expect(requested).toHaveLength(calls);
	for (const input of requested) expect(JSON.stringify(input)).not.toContain('newer');
	expect(run.report[0]).toMatchObject({ reason, records: run.records.length });
	if (reason === 'date') expect(run.hint).toContain('at Newer Than');
});

test('Newer Than as an expression is evaluated for each input item', async () => {
	const requested = answerWithPosts('1 2 | 3 5 | 6 7');
	const newerThan = `={{ DateTime.fromISO('${since(0)}').minus({ hours: $json.hours }) }}`;
	const items = [{ hours: 1 }, { hours: 5 }];
	const { ids } = await read({ newerThan, returnAll: true }, { items });
	expect(ids).toBe('0-0 0-0 0-1 1-0 1-1');
	// Both items have the same list, whose pages are bought once.
	expect(requested).toHaveLength(3);
});

test('with Only New Records, both conditions apply', async () => {
	const readNew = async (pages: string, hours: number) => {
		const requested = answerWithPosts(pages, (_page, _place, id) => `post ${id}`);
		const watched = { onlyNew: true, newerThan: since(hours) };
		const { run, ids } = await read(watched, { mode: 'trigger' });
		return [ids.replaceAll('post ', ''), requested.length, contextOf(run).reason];
	};
	expect(await readNew('1 2 | 3 5 | 6 7 | 8', 4)).toEqual(['1 2 3', 3, 'date']);
	expect(await readNew('-1 0 | 1 2 | 3 5 | 6 7', 4)).toEqual(['-1 0', 2, 'known']);
	expect(await readNew('-4 -3 | -2 -1 | 0 1', -3)).toEqual(['-4 -3', 2, 'date']);
	// Posts that were omitted as too old are done.
	expect(await readNew('-4 -3 | -2 -1 | 0 1', 9)).toEqual(['', 1, 'known']);
});

test('with Only New Records, a post omitted as too old is delivered when it is updated', async () => {
	const readNew = async (pages: string) => {
		answerWithPosts(pages, (_page, index, hours) => (hours === '9' || index > 1 ? 'x' : hours));
		const { ids } = await read({ onlyNew: true, newerThan: since(4) }, { mode: 'trigger' });
		return ids;
	};
	expect(await readNew('2 3 9')).toBe('2 3');
	expect(await readNew('2 3 9')).toBe('');
	expect(await readNew('2 3 1')).toBe('x');
	expect(await readNew('2 3 1')).toBe('');
});

test('without Newer Than, Resume From continues with the rest', async () => {
	answerWithPosts('1 2 | 3 5 6 7 8 9 | 10 11');
	const { run } = await read({ ...all, newerThan: since(4) });
	const resumeFrom = JSON.stringify(run.report[0]!.next);
	expect((await read({ ...all, options: { resumeFrom } })).ids).toBe('2-0 2-1');
});

// Otherwise the pinned records of a small page would hide the newer ones.
test('pages of a list by time have the default size at least, also after a given position', async () => {
	const parameters = { ...getAnswers.parameters('size-3'), order: 'updated', pageSize: 1 };
	await world.run({ ...parameters, newerThan: '2001-01-31' });
	await world.run({ ...parameters, onlyNew: true }, { mode: 'trigger' });
	await world.run({ ...parameters, onlyNew: true, pageSize: 7 }, { mode: 'trigger' });
	const { report } = await world.run({ ...parameters, limit: 1 }, { report: true });
	const resumeFrom = JSON.stringify(report[0]!.next);
	await world.run({ ...parameters, onlyNew: true, options: { resumeFrom } }, { mode: 'trigger' });
	const limits = world.emulator.ledger.map(({ input }) => input.limit);
	expect(limits).toEqual([5, 5, 7, 1, 5]);
});

const dated = eachOperation.filter(([, { panel }]) => panel.newerThan);
test.each(dated)('%s: knows the time of each record', async (_, operation) => {
	const parameters = { ...operation.parameters('size-3'), ...operation.panel.newerThan };
	const old = await world.run({ ...parameters, newerThan: '2001-01-31' });
	expect(old.records).toHaveLength(3);
	const none = await world.run({ ...parameters, newerThan: '={{ $now }}' });
	expect(none.records).toEqual([]);
	expect(none.hint).toMatch(/at (?:Newer Than|the end of the list)/);
});

test('an expression for another order than by time is refused', async () => {
	const parameters = { ...getAnswers.parameters('size-1'), newerThan: '2020-01-31' };
	const run = await world.run({ ...parameters, order: "={{ 'default' }}" });
	const refused = "'Newer Than' needs a list that begins with its newest record";
	expect(run.error?.message).toContain(refused);
	expect(world.emulator.ledger).toEqual([]);
});
