import type { Failure } from '../failure';
import type { Query } from '../operations/operation';
import type { BuyingRules } from '../buy/buyer';
import type { ItemTask } from '../list/collect';
import { buildInput, refuseInput } from './input';
import type { Parameters } from './parameters';
import { readResumePoint } from './resumeFrom';

export type OutputMode = 'simplified' | 'raw' | 'selected' | 'pages';

/** What holds for the whole execution; an expression is evaluated for the first input item. */
export interface Settings {
	/** US dollars over all input items and pages, 0 for no cap. */
	maxCost: number;
	output: OutputMode;
	/** Dot paths of Output = Selected. */
	fields: string[];
	/** Input items side by side. */
	concurrency: number;
	keepBought: boolean;
	rules: BuyingRules;
}

const OUTPUT_MODES: readonly string[] = ['simplified', 'raw', 'selected', 'pages'];

class Refusal extends Error {}

const isLeftOut = (value: unknown) =>
	value === undefined || value === null || value === '' || value === 'undefined';

const whole = (fallback: number, minimum: number) => ({ fallback, minimum, isWhole: true });

/** A number within bounds, also as text. */
function numberOf(
	value: unknown,
	label: string,
	{ fallback, minimum, isWhole }: { fallback: number; minimum: number; isWhole: boolean },
): number {
	if (isLeftOut(value)) return fallback;
	const number = typeof value === 'string' ? Number(value) : value;
	const isRight =
		typeof number === 'number' &&
		Number.isFinite(number) &&
		number >= minimum &&
		(!isWhole || Number.isSafeInteger(number));
	if (isRight) return number;
	throw new Refusal(
		`${label} must be a ${isWhole ? 'whole number' : 'number'}, ${minimum} or more`,
	);
}

function booleanOf(value: unknown, fallback: boolean): boolean {
	if (isLeftOut(value)) return fallback;
	return typeof value === 'string' ? value.trim().toLowerCase() === 'true' : Boolean(value);
}

function pathsOf(value: unknown): string[] {
	const names: unknown[] = Array.isArray(value) ? value : String(value ?? '').split(',');
	return names
		.map((name) => String(name).trim())
		.filter((name) => name !== '' && name !== 'undefined');
}

/** Runs a reading of parameters; what is refused comes back as the failure of a call not made. */
function refusable<T extends object>(read: () => T): T | { failure: Failure } {
	try {
		return read();
	} catch (error) {
		return { failure: refuseInput((error as Error).message.replace(/\.\s*$/, '')) };
	}
}

/** The settings of the execution, or why they cannot be used. */
export function readSettings(parameters: Parameters): Settings | { failure: Failure } {
	return refusable(() => {
		const options = parameters.collection('options', 0);
		const output = String(parameters.get('output', 0) ?? 'simplified');
		if (!OUTPUT_MODES.includes(output)) {
			throw new Refusal(`Output must be one of ${OUTPUT_MODES.join(', ')}`);
		}
		const fields = output === 'selected' ? pathsOf(parameters.get('fields', 0)) : [];
		if (output === 'selected' && fields.length === 0) {
			throw new Refusal('Fields must name at least one field of the record');
		}
		const amount = { fallback: 1, minimum: 0, isWhole: false };
		return {
			maxCost: numberOf(parameters.get('maxCost', 0), 'Max Cost (USD)', amount),
			output: output as OutputMode,
			fields,
			concurrency: numberOf(options.concurrency, 'Concurrency', whole(3, 1)),
			keepBought: booleanOf(options.keepBought, false),
			rules: {
				retries: numberOf(options.retries, 'Retries', whole(3, 0)),
				retryUncertain: booleanOf(options.retryUncertain, false),
				reuseFailed: numberOf(options.reuseFailed, 'Reuse After Failure', {
					fallback: 15,
					minimum: 0,
					isWhole: false,
				}),
				reuseIdenticalCalls: booleanOf(options.reuseIdenticalCalls, true),
			},
		};
	});
}

/** What one input item asks for, or why it cannot be asked; nothing is spent by reading it. */
export function readTask(
	parameters: Parameters,
	operation: Query,
	itemIndex: number,
): ItemTask | { failure: Failure } {
	return refusable(() => {
		const options = parameters.collection('options', itemIndex);
		const resumed = readResumePoint(options.resumeFrom, operation);
		if (resumed && 'refusal' in resumed) throw new Refusal(resumed.refusal);
		const fields = Object.fromEntries(
			operation.fields.map(({ name }) => [name, parameters.get(name, itemIndex)]),
		);
		const built = buildInput(
			operation,
			fields,
			parameters.collection('startPosition', itemIndex),
			resumed?.position,
		);
		if ('failure' in built) return built;
		const returnAll = booleanOf(parameters.get('returnAll', itemIndex), false);
		const limit = returnAll
			? Infinity
			: numberOf(parameters.get('limit', itemIndex), 'Limit', whole(50, 1));
		const maxPages = numberOf(options.maxPages, 'Max Pages', whole(0, 0));
		const { default: fallback, minimum } = operation.timeout;
		return {
			itemIndex,
			input: built.input,
			limit,
			maxPages: maxPages === 0 ? Infinity : maxPages,
			timeout: numberOf(options.timeout, 'Timeout', { fallback, minimum, isWhole: false }),
			skip: resumed?.skip ?? 0,
			seen: resumed?.seen ?? [],
		};
	});
}
