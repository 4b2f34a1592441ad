import { endpointOf, OPERATIONS, priceOf } from '../operations/index.mts';
import type { Operation } from '../operations/operation.mts';
import type { Settings } from '../settings.mts';

/** All operations in short. */
export function inspectAll(settings: Settings): object {
	return { operations: OPERATIONS.map((operation) => inShort(operation, settings)) };
}

/**
 * Everything about one operation: what it brings, its price, the JSON Schema of its input in the
 * form that this deployment wants, how its pages follow each other. Null for an unknown endpoint.
 */
export function inspectOne(endpoint: string, settings: Settings): object | null {
	const operation = OPERATIONS.find(
		(each) => endpointOf(each, settings.platformNames) === endpoint,
	);
	if (operation === undefined) return null;
	const { paging } = operation;
	return { ...inShort(operation, settings), inputSchema: inputSchema(operation, settings), paging };
}

function inShort(operation: Operation, settings: Settings): object {
	return {
		endpoint: endpointOf(operation, settings.platformNames),
		description: operation.summary,
		price: {
			type: 'PER_CALL',
			amount: { value: priceOf(operation, settings), currency: 'USD' },
		},
	};
}

function inputSchema({ group, input }: Operation, settings: Settings): object {
	const fields = input(settings);
	if (settings.inputFormat === 'flat') return fields;
	return {
		type: 'object',
		properties: { [group]: fields },
		required: [group],
		additionalProperties: false,
	};
}
