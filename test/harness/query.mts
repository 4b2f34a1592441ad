import type { Query } from '../../nodes/DataAccess/operations/operation.ts';

/** Returns a complete query for direct tests of the rooms that use queries. A test overrides parts of it. */
export const queryWith = (own: Partial<Query> = {}): Query => ({
	resource: 'gateway',
	name: 'list',
	fields: [],
	timeout: { default: 30, minimum: 1 },
	isWritten: !own.input,
	startPosition: [],
	positionInputs: new Map(),
	call: { endpoint: '/list', price: 0.01 },
	recordsPerCall: () => undefined,
	newestFirst: () => false,
	holdsPage: () => true,
	readPage: () => ({ records: [], nextInputs: null }),
	idOf: ({ id }) => (typeof id === 'string' ? id : undefined),
	...own,
});
