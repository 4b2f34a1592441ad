import type { Bought } from '../../nodes/DataAccess/gateway/gateway.ts';
import type { Failure } from '../../nodes/DataAccess/shared/failure.ts';

/** A page or a failure, with the fields of both. */
export type Outcome = Partial<Bought> & { failure?: Failure };
