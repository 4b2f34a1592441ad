import type * as operationModule from '../../nodes/DataAccess/operations/operation.ts';
import type * as countModule from '../../nodes/DataAccess/operations/parts/count.ts';
import type * as inputsModule from '../../nodes/DataAccess/operations/parts/inputs.ts';
import type * as plainTextModule from '../../nodes/DataAccess/operations/parts/plainText.ts';
import type * as shapeModule from '../../nodes/DataAccess/operations/parts/shape.ts';
import type * as timeModule from '../../nodes/DataAccess/operations/parts/time.ts';
import type * as validatorModule from '../../nodes/DataAccess/operations/parts/validator.ts';
import type * as queriesModule from '../../nodes/DataAccess/operations/queries.ts';
import type * as jsonModule from '../../nodes/DataAccess/shared/json.ts';
import { built } from '../harness/built.mts';

export type Query = operationModule.KnownQuery;
/** What `inputSchemaOf` gives, read as JSON Schema. */
export interface InputSchema {
	properties: Record<
		string,
		{ type?: string; enum?: unknown[]; default?: unknown; description?: string }
	>;
	required: string[];
}

export type Validator = validatorModule.Validator<unknown>;

export const { copyOfJson, parseJson } = built<typeof jsonModule>('shared/json');

export const { apiNameOf } = built<typeof operationModule>('operations/operation');
export const { queries } = built<typeof queriesModule>('operations/queries');
export const { isEmpty } = built<typeof validatorModule>('operations/parts/validator');
export const validators = built<typeof inputsModule>('operations/parts/inputs');
export const { UnrecognisedShape, recordsAt, flagOf, tokenOf, integerOf } =
	built<typeof shapeModule>('operations/parts/shape');
export const { firstText, plainText } = built<typeof plainTextModule>('operations/parts/plainText');
export const { isoTime, secondsOf } = built<typeof timeModule>('operations/parts/time');
export const { countOf } = built<typeof countModule>('operations/parts/count');
