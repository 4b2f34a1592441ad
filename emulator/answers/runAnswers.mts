import type { Settings } from '../settings.mts';
import type { Answer } from './answer.mts';
import { jsonAnswer } from './answer.mts';
import type { CallFacts, Cost, RunOutcome } from './layers.mts';
import { completedOutcome, runBody } from './layers.mts';

/** One entry of a 422's `detail` (docs/development/gateway.md, Failures). */
export interface InputProblem {
	loc: string[];
	msg: string;
	type: string;
}

/** What an answer reports about its call, and the settings that decide its form. */
export interface Context {
	facts: CallFacts;
	cost: Cost;
	settings: Settings;
}

/** Returns the answer of a run that completed with a payload. */
export function completedAnswer(payload: unknown, { facts, cost, settings }: Context): Answer {
	const outcome = completedOutcome(facts, payload, cost, settings);
	const hasRunBody = settings.layers.startsWith('run');
	const answer = jsonAnswer(200, hasRunBody ? runBody(facts, outcome, settings) : outcome.output);
	const run = { facts, outcome, endsAfterMs: 0 };
	return { ...answer, status: 'COMPLETED', charged: cost.charged, run };
}

/** Returns the answer of a run without output. Its status is FAILED unless `outcome` has another. */
export function runAnswer(
	httpStatus: number,
	outcome: Partial<RunOutcome>,
	{ facts, cost, settings }: Context,
): Answer {
	const full: RunOutcome = {
		status: 'FAILED',
		output: null,
		providerResponse: null,
		cost,
		...outcome,
	};
	const answer = jsonAnswer(httpStatus, runBody(facts, full, settings));
	const run = { facts, outcome: full, endsAfterMs: 0 };
	return { ...answer, status: full.status, charged: cost.charged, run };
}

/** Returns a 422 whose `detail` names the invalid fields (docs/development/gateway.md, Failures). */
export function validationAnswer(
	detail: readonly InputProblem[],
	context: Context,
	at: 'top' | 'provider' = 'top',
): Answer {
	if (at === 'top') return jsonAnswer(422, { detail });
	const providerResponse = { httpStatus: 422, error: { detail } };
	return runAnswer(422, { providerResponse }, context);
}
