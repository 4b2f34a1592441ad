import type * as answerModule from '../../nodes/DataAccess/gateway/answer.ts';
import type * as gatewayModule from '../../nodes/DataAccess/gateway/gateway.ts';
import type { Failure } from '../../nodes/DataAccess/shared/failure.ts';
import { built } from './built.mts';

/** A page or a failure, to be asked for either. */
export type Outcome = Partial<gatewayModule.Bought> & { failure?: Failure };

/** The gateway's own reading of an answer. */
export const { readAnswer } = built<typeof answerModule>('gateway/answer');

/** The gateway as a whole, on a transport of the test's own. */
export const { createGateway, payloadAgain } = built<typeof gatewayModule>('gateway/gateway');
