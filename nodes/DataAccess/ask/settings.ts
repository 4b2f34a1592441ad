import type { RetrySettings } from '../buy/retryPolicy';
import type { Failure } from '../shared/failure';
import { amount, flag, integer, word } from '../operations/parts/inputs';
import { MOST_PATHS, pathOf } from '../operations/parts/path';
import { isEmpty } from '../operations/parts/validator';
import { Refusal, valueOf } from '../operations/parts/refusal';
import type { Parameters } from './parameters';
import { refusable } from './refuse';

const OUTPUTS = ['simplified', 'raw', 'selected', 'pages'] as const;

const FIRST_RUNS = ['emit', 'baseline'] as const;

export type OutputMode = (typeof OUTPUTS)[number];

/** What holds for the whole run; an expression is evaluated for the first input item. */
export interface Settings {
	/** US dollars that the execution may spend, Infinity for no cap. */
	cap: number;
	output: OutputMode;
	/** The paths of Output = Selected. */
	fields: string[][];
	/** Give an agent whole records, too. */
	fullRecords: boolean;
	/** Input items that are worked on in parallel. */
	concurrency: number;
	keepBought: boolean;
	/** Say what the run would buy, and buy nothing. */
	dryRun: boolean;
	/** Deliver only what earlier executions have not. */
	onlyNew: boolean;
	/** What becomes of the records that a list has when it is first watched. */
	firstRun: 'emit' | 'baseline';
	/** Deliver the files that the records' media addresses lead to. */
	downloadMedia: boolean;
	rules: RetrySettings;
	/** Minutes for which a new execution may use the pages of a failed one, 0 for not at all. */
	reuseFailed: number;
	/** Minutes since their purchase for which delivered pages may be used, 0 for never. */
	reuseDelivered: number;
	/** Whether input items that ask for the same page share one call. */
	sharesCalls: boolean;
}

/** Zero stands for "none" in the panel. */
export const unlessZero = (number: number) => (number === 0 ? Infinity : number);

/** @throws Refusal where it names no field, or too many */
function pathsOf(value: unknown): string[][] {
	const parts: unknown[] = typeof value === 'string' ? value.split(',') : [value].flat();
	const names = parts.filter((part) => typeof part === 'string').filter((name) => !isEmpty(name));
	if (names.length === 0) throw new Refusal("'Fields' must name at least one field of the record");
	if (names.length > MOST_PATHS) {
		throw new Refusal(
			`'Fields' can name at most ${MOST_PATHS} fields, but it names ${names.length}`,
		);
	}
	return names.map((name) => pathOf(name));
}

/** The settings of the run, or why they cannot be used. */
export function readSettings(parameters: Parameters): Settings | { failure: Failure } {
	return refusable(() => {
		const options = parameters.collection('options', 0);
		const maxCost = valueOf(amount(1, 0), parameters.get('maxCost', 0), 'Max Cost (USD)');
		const outputs = word(OUTPUTS, 'simplified');
		const output = valueOf(outputs, parameters.get('output', 0), 'Output');
		const fields = output === 'selected' ? pathsOf(parameters.get('fields', 0)) : [];
		const whether = (name: string, label: string, fallback: boolean) =>
			valueOf(flag(fallback), options[name], label);
		const onlyNew = whether('onlyNew', 'Only New Records', false);
		const reuse = amount(0, 0);
		const reuseDelivered = valueOf(reuse, options.reuseDelivered, 'Reuse Delivered Pages');
		return {
			cap: unlessZero(maxCost),
			output,
			fields,
			fullRecords: whether('fullRecords', 'Full Records', false),
			concurrency: valueOf(integer(3, 1), options.concurrency, 'Concurrency'),
			keepBought: whether('keepBought', 'Keep Bought Records on Failure', false),
			dryRun: whether('dryRun', 'Dry Run', false),
			onlyNew,
			firstRun: valueOf(word(FIRST_RUNS, 'emit'), options.firstRun, 'First Run'),
			downloadMedia: whether('downloadMedia', 'Download Media', false),
			rules: {
				retries: valueOf(integer(3, 0), options.retries, 'Retries'),
				retryUncertain: whether('retryUncertain', 'Retry Uncertain Calls', false),
			},
			reuseFailed: valueOf(amount(15, 0), options.reuseFailed, 'Reuse After Failure'),
			// A page that was delivered before has nothing new.
			reuseDelivered: onlyNew ? 0 : reuseDelivered,
			sharesCalls: whether('reuseIdenticalCalls', 'Reuse Identical Calls', true),
		};
	});
}
