import { isObject, objectOf } from '../shared/values';

/** The part of n8n's context that reads parameters. */
export interface ParameterSource {
	/** The parameters as they are stored, with expressions unevaluated. */
	stored: Record<string, unknown>;
	/**
	 * @returns the value for an input item, null where the node has no such parameter
	 * @throws when its expression fails, in n8n's words
	 */
	read(name: string, itemIndex: number): unknown;
}

const OPTION = 'options.';

function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some(holdsExpression);
}

/**
 * The node's parameters. A static one is read once for all input items. An expression is evaluated
 * only for the item that asks: that takes several hundred times as long, on n8n's one thread.
 */
export class Parameters {
	private readonly fixed = new Map<string, unknown>();

	constructor(private readonly source: ParameterSource) {}

	/** @throws when the expression fails, in n8n's words */
	get(name: string, itemIndex: number): unknown {
		if (this.fixed.has(name)) return this.fixed.get(name);
		const value = this.source.read(name, itemIndex);
		if (!holdsExpression(this.storedAt(name))) this.fixed.set(name, value);
		return value;
	}

	/**
	 * One of the options, undefined where it is not set. It is read by itself, so that an expression
	 * that fails in one of them is no concern of the others.
	 * @throws when its expression fails, in n8n's words
	 */
	option(name: string, itemIndex: number): unknown {
		const { options } = this.source.stored;
		// Imported JSON may have an expression in place of the whole collection.
		if (!isObject(options)) return this.collection('options', itemIndex)[name];
		return name in options ? this.get(`${OPTION}${name}`, itemIndex) : undefined;
	}

	private storedAt(name: string): unknown {
		const { stored } = this.source;
		if (!name.startsWith(OPTION)) return stored[name];
		return objectOf(stored.options)[name.slice(OPTION.length)];
	}

	/** Whether every parameter is the same for all input items. */
	get areStatic(): boolean {
		return !holdsExpression(this.source.stored);
	}

	/** The values of some parameters, by their names. */
	values(names: ReadonlyArray<{ name: string }>, itemIndex: number): Record<string, unknown> {
		return Object.fromEntries(names.map(({ name }) => [name, this.get(name, itemIndex)]));
	}

	/** A collection; empty if nothing was added to it. */
	collection(name: string, itemIndex: number): Record<string, unknown> {
		const value = this.get(name, itemIndex);
		return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
	}
}
