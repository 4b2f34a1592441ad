import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

const folded = (text: string) => text.trim().toLowerCase();

/** What people and models call an entry: "Hot (Most Liked)" whole, or either half of it. */
function namesOf({ name }: INodePropertyOptions): string[] {
	const [before = '', inside = ''] = name.split('(');
	return [name, before, inside.replace(')', '')].map(folded).filter((part) => part !== '');
}

/**
 * The value of the dropdown's entry with this name, which is what people and models have read. A
 * value that is no name, or the name of several entries, stays as it is.
 */
export function choiceIn({ type, options }: INodeProperties, value: unknown): unknown {
	if (type !== 'options' || typeof value !== 'string') return value;
	const entries = (options ?? []) as INodePropertyOptions[];
	const said = folded(value);
	if (entries.some((entry) => folded(String(entry.value)) === said)) return value;
	const named = entries.filter((entry) => namesOf(entry).includes(said));
	return named.length === 1 ? named[0]?.value : value;
}
