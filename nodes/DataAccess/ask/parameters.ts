import { isEmpty } from '../operations/parts/blank';
import type { Validator } from '../operations/parts/inputs';
import { Refusal, valueOf } from '../operations/parts/refusal';
import { isHolder, isObject, objectOf } from '../shared/values';
import { wordsThrown } from './refuse';

export interface ParameterSource {
	/** The parameters as they are stored, with expressions unevaluated. */
	stored: Record<string, unknown>;
	/** @returns null if the node has no such parameter */
	read(name: string, itemIndex: number): unknown;
	/** The workflow's, such as Europe/Berlin. */
	readonly timeZone: string;
}

const EXPRESSION = /^=/;

/** Every spelling that n8n evaluates. The `=` is not required, because n8n may have removed it before. */
const FROM_MODEL = /\$fromAI/i;

const holdsText = (form: RegExp, value: unknown): boolean =>
	typeof value === 'string'
		? form.test(value)
		: isHolder(value) && Object.values(value).some((inner) => holdsText(form, inner));

/** Adds the parameter, which n8n's message does not name (n8n.md, An expression can give anything). */
function refusalOfThrown(thrown: unknown, path: string): Refusal {
	const words = wordsThrown(thrown);
	return new Refusal(`The value of "${path}" cannot be read${words ? `: ${words}` : ''}`);
}

/** The node's parameters. All readers throw a Refusal if an expression fails. */
export class Parameters {
	constructor(private readonly source: ParameterSource) {}

	get timeZone(): string {
		return this.source.timeZone;
	}

	get(name: string, itemIndex: number): unknown {
		try {
			return this.source.read(name, itemIndex);
		} catch (error) {
			throw refusalOfThrown(error, name);
		}
	}

	/** Returns undefined if the option is not set. Reads it alone: a failed expression in another option must not matter. */
	option(name: string, itemIndex: number): unknown {
		const { options } = this.source.stored;
		// Imported JSON may have an expression in place of the whole collection.
		if (!isObject(options)) return this.collection('options', itemIndex)[name];
		return name in options ? this.get(`options.${name}`, itemIndex) : undefined;
	}

	optionAs<T>(validator: Validator<T>, name: string, label: string, itemIndex: number): T {
		return valueOf(validator, this.option(name, itemIndex), label);
	}

	isExpression(name: string): boolean {
		return holdsText(EXPRESSION, this.source.stored[name]);
	}

	/** Whether a model sets this parameter of the tool. */
	isFromModel(name: string): boolean {
		return holdsText(FROM_MODEL, this.source.stored[name]);
	}

	/** Whether an option has the same value in every execution. */
	isFixed(option: string): boolean {
		const { [option]: stored } = objectOf(this.source.stored.options);
		return !isEmpty(stored) && !holdsText(EXPRESSION, stored);
	}

	values(names: ReadonlyArray<{ name: string }>, itemIndex: number): Record<string, unknown> {
		return Object.fromEntries(names.map(({ name }) => [name, this.get(name, itemIndex)]));
	}

	collection(name: string, itemIndex: number): Record<string, unknown> {
		return objectOf(this.get(name, itemIndex));
	}
}
