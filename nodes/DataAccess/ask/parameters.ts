import { Refusal, valueOf } from '../operations/parts/refusal';
import type { Validator } from '../operations/parts/validator';
import { isObject } from '../shared/values';

/** The part of n8n's context that reads parameters. */
export interface ParameterSource {
	/** The parameters as they are stored, with expressions unevaluated. */
	stored: Record<string, unknown>;
	/**
	 * @returns the value for an input item, null where the node has no such parameter
	 * @throws when its expression fails, in n8n's words
	 */
	read(name: string, itemIndex: number): unknown;
	/** The workflow's time zone, such as Europe/Berlin. */
	readonly timeZone: string;
}

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

	get timeZone(): string {
		return this.source.timeZone;
	}

	/** @throws when the expression fails, in n8n's words */
	get(name: string, itemIndex: number): unknown {
		return this.read(name, this.source.stored[name], itemIndex);
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
		return name in options ? this.read(`options.${name}`, options[name], itemIndex) : undefined;
	}

	/** Reads options of an input item, each as its validator takes it; refused under its label. */
	optionsOf(itemIndex: number) {
		return <T>(validator: Validator<T>, name: string, label: string): T =>
			valueOf(validator, this.option(name, itemIndex), label);
	}

	/** @param stored as it is stored, so that a static one is read once */
	private read(path: string, stored: unknown, itemIndex: number): unknown {
		if (this.fixed.has(path)) return this.fixed.get(path);
		const value = this.readSource(path, itemIndex);
		if (!holdsExpression(stored)) this.fixed.set(path, value);
		return value;
	}

	private readSource(path: string, itemIndex: number): unknown {
		let thrown: unknown;
		try {
			return this.source.read(path, itemIndex);
		} catch (error) {
			thrown = error;
		}
		// n8n walks through what an expression gives, and names no parameter where that has no end.
		if ((thrown as Error | undefined)?.name !== 'RangeError') throw thrown;
		throw new Refusal(`The value of "${path}" holds itself, or is nested too deeply`);
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
