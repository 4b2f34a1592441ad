import { readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';

import type { Fault } from '../../emulator/emulator.mts';
import type * as failureModule from '../../nodes/DataAccess/shared/failure.ts';
import { built } from '../harness/built.mts';
import { articleOf, getCommentReplies, getPosts } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';

const world = useWorld();

interface Row {
	label: string;
	fault?: Fault;
	/** The user of the item that fails. */
	user?: string;
	/** All that stands in the red title, but for the item. */
	title: string;
	where: string;
}

const ROWS: Row[] = [
	{
		label: 'a refusal',
		fault: { kind: 'refused', httpStatus: 402 },
		title:
			"The gateway account's balance does not cover the call: “The balance does not cover this call”",
		where: 'Where: HTTP 402, layer: gateway.',
	},
	{
		label: "the platform's own words",
		fault: { kind: 'platform', form: 'success', message: 'is gone' },
		title: 'The platform could not answer the request: “is gone”',
		where: 'Where: HTTP 200, layer: platform.',
	},
	{
		label: 'a lost answer',
		fault: { kind: 'reset' },
		title: 'The connection broke before the answer was complete: “ECONNRESET”',
		where: 'Where: layer: network.',
	},
	...['NoteNotFound', 'ResourceAccessException', 'UPSTREAM_ETIMEDOUT', 'preexisting run'].map(
		(message): Row => ({
			label: `words with a code of n8n's in them: ${message}`,
			fault: { kind: 'platform', form: 'success', message },
			title: `The platform could not answer the request: “${message}”`,
			where: 'Where: HTTP 200, layer: platform.',
		}),
	),
	{
		label: 'an input that is missing',
		user: ' ',
		title: "'User ID' is required, but it is empty",
		where: 'Where: layer: input, field: user_id.',
	},
];

const posts = getPosts.parameters('={{ $json.user }}');

/** The items of a run, of which the last one fails. */
const itemsWith = ({ user = 'fails' }: Row, others: number) => [
	...Array.from({ length: others }, (_, index) => ({ user: `u${index} size-1` })),
	{ user },
];

/** As a person reads it: without what only n8n takes notice of, and the count of the gateway's runs. */
const asRead = (text = '') => text.replaceAll('\u2060', '').replace(/, run: run_[0-9a-f]+/, '');

describe.each(ROWS)('$label', (row) => {
	const runWith = async (others: number, onError?: 'continueRegularOutput') => {
		if (row.fault) world.emulator.addFault({ ...row.fault, match: { key: 'fails' } });
		return await world.run(posts, { items: itemsWith(row, others), node: { onError } });
	};

	test.each([
		['one item', 0, ''],
		['several items', 2, ' [item 2]'],
	])('of %s: the title says what happened, the details say where', async (_, others, suffix) => {
		const { error } = await runWith(others);
		expect(asRead(error?.message)).toBe(row.title + suffix);
		const lines = asRead(error?.description ?? undefined).split('<br>');
		expect(lines).toContain(row.where);
		expect(lines[0]?.includes('for this item')).toBe(row.fault !== undefined && others > 0);
	});

	test.each([
		['one item', 0, ''],
		['several items', 2, ' [item 2]'],
	])('of %s, under Continue: the first line is the title', async (_, others, suffix) => {
		const { errors } = await runWith(others, 'continueRegularOutput');
		const lines = errors.map(({ message }) => asRead(message).split('\n'));
		expect(lines).toHaveLength(1);
		expect(lines[0][0]).toBe(`${row.title}${suffix}.`);
		expect(lines[0]).toContain(row.where);
	});
});

test('what stops a workflow is told in this order: cost, what is safe, what to do, where', async () => {
	world.emulator.addFault({ kind: 'reset', match: { page: 3 } });
	const { error } = await world.run({ ...getPosts.parameters('size-60'), returnAll: true });
	const lines = asRead(error?.description ?? undefined).split('<br>');
	expect(lines).toEqual([
		expect.stringMatching(/^The failed call may have been charged\. 3 calls made, /),
		expect.stringMatching(/^2 pages are safe\. Retry this execution/),
		'Run again later.',
		'Where: layer: network.',
	]);
});

test('a hint has at most 1,500 characters: the sums first, then what to look at', async () => {
	const items = Array.from({ length: 30 }, (_, index) => ({ article: articleOf(`a${index}`) }));
	for (const [index, { article }] of items.entries()) {
		const list = { size: 45, replyTotalMissing: index + 1 };
		world.emulator.setList(getCommentReplies.name, article, list);
	}
	const url = '={{ $json.article }}';
	const parameters = { ...getCommentReplies.parameters(''), url, allPages: true, returnAll: true };
	await world.run(parameters, { items: items.slice(0, 15) });
	const options = { reusePages: 60 };
	const run = await world.run({ ...parameters, options }, { items });
	expect(run.hint.length).toBeLessThanOrEqual(1500);
	expect(run.hints[0]?.type).toBe('warning');
	const [sums, details] = run.hint.split('<br>');
	expect(sums).toMatch(/^15 calls, \$0\.225, /);
	expect(details).toMatch(/^The service counts \d+ replies but sent \d+ of them/);
	expect(details).toMatch(/…$/);
});

const { failureOf } = built<typeof failureModule>('shared/failure');
const [, table = ''] = readFileSync('docs/resume-and-codes.md', 'utf8').split('\n## Codes\n');
const codes = [...table.matchAll(/`([A-Z]+(?:_[A-Z]+)*)`/g)].map(([, code]) => code!);

test.each([...new Set(codes)])("%s: its words keep n8n's guidelines", (code) => {
	const { what, advice = '' } = failureOf(code as failureModule.FailureCode);
	expect(what).toMatch(/^\p{Lu}.*[^.]$/u);
	expect(`${what} ${advice}`).not.toMatch(/\b(?:error|problem|failure|mistake)s?\b/i);
});
