/** JSON Schema of one field of an input (docs/development/gateway.md, Operations). */
export interface FieldSchema {
	type?: 'string' | 'integer' | 'boolean';
	description: string;
	/** What the service uses if the field is omitted. A field without a default is required. */
	default?: string | number | boolean;
	enum?: ReadonlyArray<string | number>;
	minimum?: number;
	/** In code points. */
	minLength?: number;
	maxLength?: number;
	pattern?: string;
}

/** JSON Schema of an operation's input, without the group that some deployments require. */
export interface InputSchema {
	type: 'object';
	properties: Record<string, FieldSchema>;
	required: string[];
	additionalProperties: false;
}

/** An input that is valid by its schema, with all fields. */
export type Input = Record<string, string | number | boolean>;

/** Returns the schema of an input with these fields and no others. */
export function inputOf(properties: Record<string, FieldSchema>): InputSchema {
	const names = Object.keys(properties);
	return {
		type: 'object',
		properties,
		required: names.filter((name) => properties[name]!.default === undefined),
		additionalProperties: false,
	};
}

/** Returns a field that takes one of `words`, or its index among them. The first is the default. */
export function choice(words: readonly string[], description: string): FieldSchema {
	return { description, enum: [...words, ...words.keys()], default: words[0]! };
}

/** Returns the index of the value of a {@link choice}. */
export function chosen(words: readonly string[], value: string | number | boolean): number {
	return typeof value === 'number' ? value : words.indexOf(String(value));
}
