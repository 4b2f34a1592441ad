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
	// Its records are not known.
	any: word<OutputMode>(['raw', 'selected', 'pages'], 'raw'),
};
const CONCURRENCY = integer(USUAL_CONCURRENCY, 1);
const FIRST_RUN = word(['emit', 'baseline'], 'emit');
const REUSE_PAGES = amount(0, 0);
const OFF = flag(false);

/** What holds for the whole run; an expression is evaluated for the first input item. */
export interface Settings {
	/** US dollars; Infinity for no cap. */
	cap: number;
	output: OutputMode;
	/** Columns of the raw record: all of Selected Fields, or beside the simplified ones. */
	columns: Array<NamedPath & RequestedPath>;
	concurrency: number;
	dryRun: boolean;
	includeInputFields: boolean;
	onlyNew: boolean;
	firstRun: 'emit' | 'baseline';
	/** Minutes since its call began for which any page is used instead of bought, 0 for never. */
	reusePages: number;
	/** What failed executions have left is not used either. */
	buysAnew: boolean;
}

/** Who asks. */
export interface Invocation {
	isProduction: boolean;
	isTool: boolean;
}

/** @throws Refusal where it is no list of fields, or too long */
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
 * What a model leaves out is the default.
 * @throws Refusal where an expression gives 0 or nothing, be it what is left of a budget: the user has allowed no sum
 */
function capOf(parameters: Parameters, { isTool }: Invocation): number {
	const given = parameters.get('maxCost', 0);
	const maxCost = valueOf(MAX_COST, given, 'Max Cost (USD)');
	const isExpression = parameters.isExpression('maxCost');
	if (isExpression && !isTool && isLeftOut(given)) throw noSum('nothing, so no amount is allowed');
	if (maxCost > 0) return maxCost;
	if (isExpression) throw noSum('0, which would lift the cap');
	return Infinity;
}

const noSum = (gives: string) =>
	new Refusal(
		`'Max Cost (USD)' is an expression that returns ${gives}. For no cap, enter 0 without an expression`,
	);

/** Minutes, where Reuse Pages is not set: while somebody builds a workflow, each page is bought once. */
function usualReuse({ isProduction, isTool }: Invocation): number {
	if (!isProduction) return MINUTES_KEPT;
	// n8n.md, Uses over MCP stand alone.
	return isTool ? 1 : 0;
}

function reuseOf(
	parameters: Parameters,
	onlyNew: boolean,
	invocation: Invocation,
): Pick<Settings, 'reusePages' | 'buysAnew'> {
	const given = parameters.option('reusePages', 0);
	const minutes = valueOf(REUSE_PAGES, given, 'Reuse Pages (Minutes)');
	// A page that was delivered before has nothing new.
	if (onlyNew && invocation.isProduction) return { reusePages: 0, buysAnew: false };
	if (isLeftOut(given)) return { reusePages: usualReuse(invocation), buysAnew: false };
	return { reusePages: minutes, buysAnew: minutes === 0 };
}

/**
 * @param kind says which forms of output there are, and which is the default
 * @throws Refusal where any of them cannot be used
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
