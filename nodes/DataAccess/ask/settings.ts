import { MINUTES_KEPT } from '../buy/pages';
import { USUAL_CAP, USUAL_CONCURRENCY } from '../description/defaults';
import { amount, anyText, flag, integer, isLeftOut, word } from '../operations/parts/inputs';
import { namedPath, pathsIn } from '../operations/parts/path';
import type { NamedPath, RequestedPath } from '../operations/parts/path';
import { Refusal, valueOf } from '../operations/parts/refusal';
import type { Parameters } from './parameters';

const OUTPUTS = ['simplified', 'raw', 'selected', 'pages'] as const;

type OutputMode = (typeof OUTPUTS)[number];

const MOST_PATHS = 200;

// Made once: making a validator takes longer than reading a value with it.
const MAX_COST = amount(USUAL_CAP, 0);
const OUTPUT = {
	builtIn: word<OutputMode>(OUTPUTS, 'simplified'),
	// The node does not know its records, so it cannot simplify them.
	any: word<OutputMode>(['raw', 'selected', 'pages'], 'raw'),
};
const CONCURRENCY = integer(USUAL_CONCURRENCY, 1);
const FIRST_RUN = word(['emit', 'baseline'], 'emit');
const REUSE_PAGES = amount(0, 0);
const OFF = flag(false);

/** The parameters that apply to the whole run. An expression is evaluated for the first input item. */
export interface Settings {
	/** US dollars; Infinity for no cap. */
	cap: number;
	output: OutputMode;
	/** Columns from the raw record: all columns of Selected Fields, or those added to the simplified ones. */
	columns: Array<NamedPath & RequestedPath>;
	concurrency: number;
	dryRun: boolean;
	includeInputFields: boolean;
	onlyNew: boolean;
	firstRun: 'emit' | 'baseline';
	/** A page is reused for so many minutes after its call began; 0 for never. */
	reusePages: number;
	/** Not even a page that a failed execution bought, but did not deliver, is used. */
	neverReuses: boolean;
}

/** How the node is run. */
export interface Invocation {
	isProduction: boolean;
	isTool: boolean;
}

/** @throws Refusal if the value is no list of fields, or too long */
function fieldsOf(value: unknown, label: string): Settings['columns'] {
	const parts = [value].flat().filter((part) => !isLeftOut(part));
	const texts = parts.filter((part) => typeof part === 'string');
	if (texts.length < parts.length) throw new Refusal(`'${label}' must be text`);
	const written = texts.flatMap(pathsIn).filter((each) => !isLeftOut(each));
	if (written.length > MOST_PATHS) {
		throw new Refusal(
			`'${label}' can name at most ${MOST_PATHS} fields, but it names ${written.length}`,
		);
	}
	const fields = written.map((each) => ({
		...namedPath(valueOf(anyText, each, label)),
		parameter: label,
	}));
	const columns = new Map(fields.map(({ name, path }) => [name, JSON.stringify(path)]));
	const twice = fields.find(({ name, path }) => columns.get(name) !== JSON.stringify(path));
	if (twice) throw new Refusal(`'${label}' names two columns ${twice.name}`);
	// n8n.md, What is taken for a failed item.
	if (columns.has('error')) {
		throw new Refusal(
			`'${label}' must not name a column error, because n8n takes an item with it for a failed one. Write another name before it, such as failure = error`,
		);
	}
	return fields;
}

function columnsFor(output: OutputMode, parameters: Parameters): Settings['columns'] {
	if (output === 'simplified') return fieldsOf(parameters.option('addFields', 0), 'Add Fields');
	if (output !== 'selected') return [];
	const fields = fieldsOf(parameters.get('fields', 0), 'Fields');
	if (fields.length > 0) return fields;
	throw new Refusal("'Fields' must name at least one field of the record");
}

/**
 * Returns the cap in US dollars. If a model omits it, the default applies.
 * @throws Refusal if an expression returns 0 or nothing. The rest of a budget may be 0, and that must not lift the cap
 */
function capOf(parameters: Parameters, { isTool }: Invocation): number {
	const given = parameters.get('maxCost', 0);
	const maxCost = valueOf(MAX_COST, given, 'Max Cost (USD)');
	const isExpression = parameters.isExpression('maxCost');
	if (isExpression && !isTool && isLeftOut(given)) throw noSum('nothing, so no amount is allowed');
	if (isExpression && maxCost === 0) throw noSum('0, which would lift the cap');
	return maxCost || Infinity;
}

const noSum = (gives: string) =>
	new Refusal(
		`'Max Cost (USD)' is an expression that returns ${gives}. For no cap, enter 0 without an expression`,
	);

/** Returns minutes if Reuse Pages is not set. While a user builds a workflow, each page is bought only once. */
function usualReuse({ isProduction, isTool }: Invocation): number {
	if (!isProduction) return MINUTES_KEPT;
	// n8n.md, Uses over MCP stand alone.
	return isTool ? 1 : 0;
}

function reuseOf(
	parameters: Parameters,
	onlyNew: boolean,
	invocation: Invocation,
): Pick<Settings, 'reusePages' | 'neverReuses'> {
	const given = parameters.option('reusePages', 0);
	const minutes = valueOf(REUSE_PAGES, given, 'Reuse Pages (Minutes)');
	// A page that was delivered before contains nothing new.
	if (onlyNew && invocation.isProduction) return { reusePages: 0, neverReuses: false };
	if (isLeftOut(given)) return { reusePages: usualReuse(invocation), neverReuses: false };
	return { reusePages: minutes, neverReuses: minutes === 0 };
}

/**
 * @param kind decides which output modes there are, and which one is the default
 * @throws Refusal if a setting cannot be used
 */
export function readSettings(
	parameters: Parameters,
	kind: keyof typeof OUTPUT,
	invocation: Invocation,
): Settings {
	const output = valueOf(OUTPUT[kind], parameters.get('output', 0), 'Output');
	const onlyNew = valueOf(OFF, parameters.get('onlyNew', 0), 'Only New Records');
	return {
		cap: capOf(parameters, invocation),
		output,
		columns: columnsFor(output, parameters),
		concurrency: parameters.optionAs(CONCURRENCY, 'concurrency', 'Concurrency', 0),
		dryRun: parameters.optionAs(OFF, 'dryRun', 'Dry Run', 0),
		includeInputFields: parameters.optionAs(OFF, 'includeInputFields', 'Include Input Fields', 0),
		onlyNew,
		firstRun: valueOf(FIRST_RUN, parameters.get('firstRun', 0), 'First Run'),
		...reuseOf(parameters, onlyNew, invocation),
	};
}
