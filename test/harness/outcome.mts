import type { Bought } from '../../nodes/DataAccess/gateway/gateway.ts';
import type { Failure } from '../../nodes/DataAccess/shared/failure.ts';

/** A page or a failure, to be asked for either. */
export type Outcome = Partial<Bought> & { failure?: Failure };
