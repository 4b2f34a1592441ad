/**
 * The slips in an operation's file that `npm run check` finds: where the line below such a comment
 * compiles, the comment is an error.
 */
import { z } from 'zod/v3';

import type * as operationModule from '../../nodes/DataAccess/operations/operation.ts';
import type { Simplify } from '../../nodes/DataAccess/operations/parts/simplified.ts';
import { queryWith } from '../harness/query.mts';

declare const knownQuery: typeof operationModule.knownQuery;
declare const simplify: Simplify;

type Named =
	| ('fields' | 'startPosition' | 'rarelyNeeded' | 'forModels')
	| ('callOf' | 'apiNames' | 'positionInputs' | 'viewInputs' | 'input');

const unnamed: Omit<operationModule.Query, Named> = queryWith();

const query = {
	...unnamed,
	simplify,
	callOf: () => ({ endpoint: '/e', price: 0.01 }),
	noun: 'posts',
	pollAction: 'On new posts',
	pagingRule: 'It ends',
	input: z.strictObject({ user_id: z.string(), count: z.number(), end_cursor: z.string() }),
	apiNames: { pageSize: 'count' } as const,
	fields: [],
	startPosition: [],
	forModels: {},
	positionInputs: [],
};

const field = { displayName: 'A Field', type: 'string', default: '' } as const;

knownQuery({
	...query,
	resource: 'user',
	fields: [
		{ ...field, name: 'userId' },
		{ ...field, name: 'pageSize' },
	],
	startPosition: [{ ...field, name: 'endCursor' }],
	rarelyNeeded: ['pageSize'],
	forModels: { userId: 'ID of the user' },
	positionInputs: ['end_cursor'],
	viewInputs: ['count'],
	recordsPerCall: ({ count }) => Number(count),
});

// @ts-expect-error
knownQuery({ ...query, resource: 'usser' });

// @ts-expect-error
knownQuery({ ...query, fields: [{ ...field, name: 'user_id' }] });

// @ts-expect-error
knownQuery({ ...query, startPosition: [{ ...field, name: 'cursor' }] });

// @ts-expect-error
knownQuery({ ...query, rarelyNeeded: ['size'] });

// @ts-expect-error
knownQuery({ ...query, forModels: { user: 'ID of the user' } });

// @ts-expect-error
knownQuery({ ...query, apiNames: { pageSize: 'limit' } });

// @ts-expect-error
knownQuery({ ...query, positionInputs: ['end_curser'] });

// @ts-expect-error
knownQuery({ ...query, viewInputs: ['pageSize'] });

// @ts-expect-error
knownQuery({ ...query, recordsPerCall: ({ limit }) => Number(limit) });
