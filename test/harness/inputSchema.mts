/** The result of `inputSchemaOf` as JSON Schema. */
export interface InputSchema {
	properties: Record<
		string,
		{ type?: string; enum?: unknown[]; default?: unknown; description?: string }
	>;
	required: string[];
}
