import type { RetrySettings } from '../buy/retryPolicy';
import type { Failure } from '../shared/failure';
import { amount, flag, integer, word } from '../operations/parts/inputs';
import { MOST_PATHS, pathOf } from '../operations/parts/path';
import { isEmpty } from '../operations/parts/validator';
import { Refusal, valueOf } from '../operations/parts/refusal';
import type { Parameters } from './parameters';
import { refusable } from './refuse';

const OF_RECORDS = ['simplified', 'raw', 'selected'] as const;
const OUTPUTS = [...OF_RECORDS, 'pages'] as const;

type OutputMode = (typeof OUTPUTS)[number];

// Made once: making a validator takes longer than reading a value with it.
const MAX_COST = amount(1, 0);
// The records of any operation cannot be simplified, and a poll has no use for pages.
const OUTPUT = {
	query: word<OutputMode>(OUTPUTS, 'simplified'),
	openQuery: word<OutputMode>(OUTPUTS, 'raw'),
	poll: word<OutputMode>(OF_RECORDS, 'simplified'),
};
const CONCURRENCY = integer(3, 1);
const FIRST_RUN = word(['emit', 'baseline'], 'emit');
const RETRIES = integer(3, 0);
const REUSE_FAILED = amount(15, 0);
const REUSE_DELIVERED = amount(0, 0);
const OFF = flag(false);
const ON = flag(true);

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

/**
 * The settings of the run, or why they cannot be used.
 * @param asks which forms of output there are, and which is the default
 */
export function readSettings(
	parameters: Parameters,
	asks: keyof typeof OUTPUT,
): Settings | { failure: Failure } {
	return refusable(() => {
		const optionWith = parameters.optionsOf(0);
		const isOn = (name: string, label: string, usual = OFF) => optionWith(usual, name, label);
		const maxCost = valueOf(MAX_COST, parameters.get('maxCost', 0), 'Max Cost (USD)');
		const output = valueOf(OUTPUT[asks], parameters.get('output', 0), 'Output');
		const fields = output === 'selected' ? pathsOf(parameters.get('fields', 0)) : [];
		const onlyNew = isOn('onlyNew', 'Only New Records');
		const reuseDelivered = optionWith(REUSE_DELIVERED, 'reuseDelivered', 'Reuse Delivered Pages');
		return {
			cap: unlessZero(maxCost),
			output,
			fields,
			fullRecords: isOn('fullRecords', 'Full Records'),
			concurrency: optionWith(CONCURRENCY, 'concurrency', 'Concurrency'),
			keepBought: isOn('keepBought', 'Keep Bought Records on Failure'),
			dryRun: isOn('dryRun', 'Dry Run'),
			onlyNew,
			firstRun: optionWith(FIRST_RUN, 'firstRun', 'First Run'),
			downloadMedia: isOn('downloadMedia', 'Download Media'),
			rules: {
				retries: optionWith(RETRIES, 'retries', 'Retries'),
				retryUncertain: isOn('retryUncertain', 'Retry Uncertain Calls'),
			},
			reuseFailed: optionWith(REUSE_FAILED, 'reuseFailed', 'Reuse After Failure'),
			// A page that was delivered before has nothing new.
			reuseDelivered: onlyNew ? 0 : reuseDelivered,
			sharesCalls: isOn('reuseIdenticalCalls', 'Reuse Identical Calls', ON),
		};
	});
}
