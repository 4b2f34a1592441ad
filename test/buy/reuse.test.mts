import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { forgetBuilt } from '../harness/built.mts';
import { passMinutes } from '../harness/clock.mts';
import { idsOf, nextOf, safeIn, soldIds, statementOf } from '../harness/money.mts';
import { allPosts, getPosts } from '../harness/operations.mts';
import { CREDENTIAL_NAME } from '../harness/workflows.mts';
import { contextOf, useWorld } from '../harness/world.mts';
import type { NodeRun, NodeRunOptions } from '../harness/world.mts';

const PRICE = getPosts.price;

const world = useWorld();

const LIST = 'list-size-8';

/** Returns parameters for four pages of two posts. */
const posts = (more: IDataObject = {}) => allPosts(LIST, more);

/** One of several steps with the same list. `last` is the last run. */
type Step = () => Promise<void>;
let last: NodeRun;
beforeEach(() => {
	last = undefined!;
});

const runs =
	(more: IDataObject = {}, options: NodeRunOptions = {}): Step =>
	async () => {
		last = await world.run(posts(more), { report: true, ...options });
		expect(last.status).toBe('success');
	};

/** Fails at a page, so that the previous pages are bought but not delivered. */
const failsAt =
	(page: number, options: NodeRunOptions = {}, more: IDataObject = {}): Step =>
	async () => {
		world.emulator.addFault({ kind: 'server', match: { page } });
		last = await world.run(posts(more), options);
		expect(last.status).toBe('error');
	};

const retried =
	(step: (options: NodeRunOptions) => Step): Step =>
	async () =>
		await step({ context: last.context })();
const retry = retried((options) => runs({}, options));
const failsAgain = retried((options) => failsAt(3, options));

const passes =
	(minutes: number): Step =>
	async () =>
		passMinutes(minutes);

const forgets: Step = async () => forgetBuilt();

/** Resumes where the last run ended. */
const resumes: Step = async () =>
	await runs({ options: { resumeFrom: JSON.stringify(nextOf(last, 0)) } })();

/** Returns the pages that each step buys. */
async function bought(steps: Step[]): Promise<string[]> {
	const pagesOfSteps: string[] = [];
	for (const step of steps) {
		const before = world.emulator.ledger.length;
		await step();
		const pages = world.emulator.ledger.slice(before).map(({ page }) => page);
		pagesOfSteps.push(pages.join(' '));
	}
	return pagesOfSteps;
}

/** Returns run options with a credential of another ID; '' for none. */
const withCredential = (id: string) => ({
	node: { credentials: { dataAccessApi: { id, name: CREDENTIAL_NAME } } },
});
const anotherCredential = withCredential('another');
const noId = withCredential('');
const noIdB = { ...noId, apiKey: 'b' };

test('if a key is refused halfway, no page is lost: with a new key, Retry buys the rest', async () => {
	world.emulator.addFault({ kind: 'refused', httpStatus: 401, match: { page: 3 } });
	const stops: Step = async () => void (last = await world.run(posts()));
	const [first] = await bought([stops]);
	expect([first, safeIn(last.error?.description).pages]).toEqual(['1 2 3', 2]);
	expect(last.error?.description).toContain('only this credential can use');
	const withB = retried((options) => runs({}, { ...options, apiKey: 'b' }));
	expect(await bought([forgets, withB])).toEqual(['', '3 4']);
	expect(last.records).toHaveLength(8);
});

const [LIMIT_3, LIMIT_5] = [3, 5].map((limit) => ({ returnAll: false, limit }));
const ANEW = { options: { reusePages: 0 } };
const NO_REUSE = { options: { reusePages: '={{ "null" }}' } };
const HOUR = { options: { reusePages: 60 } };
const onlyNew = runs({ ...HOUR, onlyNew: true }, { mode: 'trigger' });

const runsElsewhere: Step = async () => {
	const baseUrl = world.emulator.url.replace('127.0.0.1', 'localhost');
	await runs({}, { credential: { baseUrl } })();
};

const ALL = '1 2 3 4';
/** The pages of a run until it failed, and of another one from the beginning. */
const TWICE = ['1 2 3', ALL];

type Row = [label: string, steps: Step[], bought: string[]];

describe('pages that a failed execution bought', () => {
	test.each<Row>([
		['are used by the next one', [failsAt(3), runs()], ['1 2 3', '3 4']],
		['are used once, also by a Retry', [failsAt(3), retry, runs()], ['1 2 3', '3 4', ALL]],
		['are used for fifteen minutes', [failsAt(3), passes(15.1), runs()], ['1 2 3', '', ALL]],
		['are not used if Reuse Pages is 0', [failsAt(3), runs(ANEW)], TWICE],
		['are used with another key', [failsAt(3), runs({}, { apiKey: 'b' })], ['1 2 3', '3 4']],
		['are not used with another credential', [failsAt(3), runs({}, anotherCredential)], TWICE],
		[
			'are not used with another key if the credential has no ID',
			[failsAt(3, noId), runs({}, noIdB)],
			TWICE,
		],
		['are not used at another address', [failsAt(3), runsElsewhere], TWICE],
		[
			"are used by n8n's Retry of a Retry, each a month later",
			[failsAt(2), passes(43_200), failsAgain, passes(43_200), retry],
			['1 2', '', '2 3', '', '3 4'],
		],
	])('%s', async (_label, steps, expected) => {
		expect(await bought(steps)).toEqual(expected);
		expect(last.records).toHaveLength(8);
	});

	test('are charged to the failed execution, and cost the next one nothing, which counts them', async () => {
		await bought([failsAt(3)]);
		expect(safeIn(last.error?.description)).toEqual({ pages: 2 });
		// Nor do they use up its cap.
		await bought([passes(14), runs({ maxCost: 2 * PRICE })]);
		expect(idsOf(last, getPosts)).toEqual(soldIds(world.emulator.ledger));
		expect(statementOf(last)).toMatchObject({ calls: 2, cost: 2 * PRICE });
		expect(contextOf(last)).toMatchObject({ reusedPages: 2 });
	});

	test('are kept for as long as the first of them', async () => {
		const unsaved = { settings: { saveDataErrorExecution: 'none' } } as const;
		await bought([failsAt(3, unsaved), passes(10), failsAt(4, unsaved)]);
		expect(safeIn(last.error?.description)).toEqual({ pages: 3, minutes: 5 });
	});
});

const stored = () => Object.keys((contextOf(last) as any).pages ?? {});

test("n8n's Retry buys the rest, counts from zero, and stores no page that it delivered", async () => {
	await bought([failsAt(3)]);
	expect(stored()).toHaveLength(2);
	await bought([passes(16), retry]);
	expect(statementOf(last)).toMatchObject({ calls: 2, cost: 2 * PRICE });
	expect(contextOf(last)).toMatchObject({ calls: 2, reusedPages: 2 });
	expect(stored()).toEqual([]);
});

describe('pages that were delivered', () => {
	test.each<Row>([
		[
			'are reused for some minutes after the purchase, however often',
			[runs(HOUR), passes(40), runs(HOUR), passes(25), runs(HOUR)],
			[ALL, '', '', '', ALL],
		],
		['are not reused with Only New Records', [runs(HOUR), onlyNew], [ALL, '1']],
		[
			'are not reused if the clock was set back',
			[runs(HOUR), passes(-5), runs(HOUR)],
			[ALL, '', ALL],
		],
		[
			'are reused if it was set back by less than a second',
			[runs(HOUR), passes(-1 / 70), runs(HOUR)],
			[ALL, '', ''],
		],
		[
			'are not reused by a resume after a page that Limit cut',
			[runs(LIMIT_3), resumes],
			['1 2', '2 3 4'],
		],
	])('%s', async (_label, steps, expected) => {
		expect(await bought(steps)).toEqual(expected);
	});

	test('have their age in the hint and the report', async () => {
		await bought([runs(HOUR), passes(59), runs(HOUR)]);
		expect(statementOf(last)).toMatchObject({ calls: 0, cost: 0 });
		expect(contextOf(last)).toMatchObject({ records: 8, reason: 'end' });
		const [{ reusedPages, reusedAge, cost }] = last.report;
		expect({ reusedPages, cost }).toEqual({ reusedPages: 4, cost: 0 });
		expect(Number(reusedAge)).toBeGreaterThanOrEqual(59 * 60);
		expect(Number(reusedAge)).toBeLessThan(60 * 60);
	});

	test('count once even if several input items use them', async () => {
		const items = [{}, {}, {}];
		await bought([runs(HOUR), runs(HOUR, { items })]);
		expect(last.records).toHaveLength(24);
		expect(contextOf(last)).toMatchObject({ reusedPages: 4 });
	});
});

describe('while somebody builds a workflow, each page is bought once', () => {
	const byHand = { reuses: true };
	const inProduction = { reuses: true, mode: 'trigger' } as const;
	const clicks = (more: IDataObject = {}) => runs(more, byHand);
	const roundOf = (by: NodeRunOptions) => runs({}, { ...by, executionId: 'one' });
	const [round, ofAnother] = [roundOf(byHand), roundOf({ ...byHand, node: { id: 'another' } })];
	const retryAnew = retried((options) => runs(ANEW, { ...byHand, ...options }));
	// A loop may wait for a change of the list.
	const laterRound = roundOf(inProduction);
	const watches = clicks({ onlyNew: true });
	const bothAll = [ALL, ALL];

	test.each<Row>([
		['with a higher Limit, too', [clicks(LIMIT_3), clicks(LIMIT_5), clicks()], ['1 2', '3', '4']],
		['with another Output', [clicks(), clicks({ output: 'simplified' }), clicks()], [ALL, '', '']],
		['within 15 minutes', [clicks(), passes(16), clicks()], [ALL, '', ALL]],
		['unless Reuse Pages is 0', [clicks(), clicks(ANEW)], bothAll],
		[
			'even if an expression for Reuse Pages returns nothing',
			[clicks(), clicks(NO_REUSE)],
			[ALL, ''],
		],
		['not in production', [clicks(), runs({}, inProduction)], bothAll],
		['by all rounds and nodes of an execution', [round, round, ofAnother], [ALL, '', '']],
		['but not by a later round in production', [laterRound, laterRound], bothAll],
		['by n8n’s Retry, whatever Reuse Pages is', [failsAt(3, byHand), retryAnew], ['1 2 3', '3 4']],
		[
			'with Only New Records, too, which has no effect in manual runs',
			[watches, watches],
			['1', ''],
		],
	])('%s', async (_label, steps, expected) => {
		expect(await bought(steps)).toEqual(expected);
	});

	test('a loop that waits for a change gets a hint that it sees none', async () => {
		const options = { items: [{}, {}], ...byHand };
		const { rounds, hints } = await world.runLoop(posts(), options);
		expect(rounds.map(({ length }) => length)).toEqual([8, 8]);
		expect(world.emulator.ledger).toHaveLength(4);
		expect(hints.map((hint) => hint.includes('set Reuse Pages to 0'))).toEqual([false, true]);
	});
});
