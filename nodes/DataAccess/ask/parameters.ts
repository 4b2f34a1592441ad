import { isEmpty } from '../operations/parts/blank';
import type { Validator } from '../operations/parts/inputs';
import { Refusal, valueOf } from '../operations/parts/refusal';
import { isHolder, isObject, objectOf } from '../shared/values';
import { wordsThrown } from './refuse';

export interface ParameterSource {
	/** The parameters as they are stored, with expressions unevaluated. */
	stored: Record<string, unknown>;
	/** @returns null where the node has no such parameter */
	read(name: string, itemIndex: number): unknown;
	/** Such as Europe/Berlin. */
	readonly timeZone: string;
}

const EXPRESSION = /^=/;

/** In every spelling that n8n evaluates; it may have taken the sign of an expression away before. */
const FROM_MODEL = /\$fromAI/i;

const holdsText = (form: RegExp, value: unknown): boolean =>
	typeof value === 'string'
		? form.test(value)
		: isHolder(value) && Object.values(value).some((inner) => holdsText(form, inner));

/** n8n's own words name no parameter (n8n.md, An expression can give anything). */
function refusalOfThrown(thrown: unknown, path: string): Refusal {
	const words = wordsThrown(thrown);
	return new Refusal(`The value of "${path}" cannot be read${words ? `: ${words}` : ''}`);
}

/** The node's parameters. All readers throw a Refusal where an expression fails. */
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

	/** undefined where it is not set. Read by itself, so that an expression that fails concerns no other option. */
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

	/** Whether a model that uses the node as a tool sets it. */
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
