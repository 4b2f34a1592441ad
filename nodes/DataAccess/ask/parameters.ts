import type { IExecuteFunctions } from 'n8n-workflow';

function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some(holdsExpression);
}

/**
 * The node's parameters. A static one is read once for all input items; an expression is
 * evaluated for the item that asks, since evaluating costs n8n's one thread several hundred times
 * as much.
 */
export class Parameters {
	private readonly fixed = new Map<string, unknown>();
	private readonly own: Record<string, unknown>;

	constructor(private readonly context: IExecuteFunctions) {
		this.own = context.getNode().parameters;
	}

	/**
	 * @returns the value, null where the node has no such parameter
	 * @throws when the expression fails, in n8n's words
	 */
	get(name: string, itemIndex: number): unknown {
		if (this.fixed.has(name)) return this.fixed.get(name);
		const value = this.context.getNodeParameter(name, itemIndex, null) as unknown;
		if (!holdsExpression(this.own[name])) this.fixed.set(name, value);
		return value;
	}

	/** A collection, an empty one where nothing was added to it. */
	collection(name: string, itemIndex: number): Record<string, unknown> {
		return (this.get(name, itemIndex) ?? {}) as Record<string, unknown>;
	}
}
