/** JSON Schema of one field of an input (docs/development/gateway.md, Operations). */
export interface FieldSchema {
	type?: 'string' | 'integer' | 'boolean';
	description: string;
	/** What the service takes where the field is left out; a field without one is required. */
	default?: string | number | boolean;
	enum?: ReadonlyArray<string | number>;
	minimum?: number;
	/** Characters, as code points. */
	minLength?: number;
	maxLength?: number;
	pattern?: string;
}

/** JSON Schema of an operation's input, without the group that a deployment may want around it. */
export interface InputSchema {
	type: 'object';
	properties: Record<string, FieldSchema>;
	required: string[];
	additionalProperties: false;
}

/** An input that fits its schema, every field there. */
export type Input = Record<string, string | number | boolean>;

/** The schema of an input with these fields and no others. */
export function inputOf(properties: Record<string, FieldSchema>): InputSchema {
	const names = Object.keys(properties);
	return {
		type: 'object',
		properties,
		required: names.filter((name) => properties[name]!.default === undefined),
		additionalProperties: false,
	};
}

/** A field that takes one of `words`, or its place among them; the first is the default. */
export function choice(words: readonly string[], description: string): FieldSchema {
	return { description, enum: [...words, ...words.keys()], default: words[0]! };
}

/** The number of what was chosen from {@link choice}. */
export function chosen(words: readonly string[], value: string | number | boolean): number {
	return typeof value === 'number' ? value : words.indexOf(String(value));
}
