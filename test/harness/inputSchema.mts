/** What `inputSchemaOf` gives, read as JSON Schema. */
export interface InputSchema {
	properties: Record<
		string,
		{ type?: string; enum?: unknown[]; default?: unknown; description?: string }
	>;
	required: string[];
}
