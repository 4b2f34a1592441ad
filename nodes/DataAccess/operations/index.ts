import { getBalance } from './gateway/getBalance';
import { getRuns } from './gateway/getRuns';
import { inspect } from './gateway/inspect';
import { run } from './gateway/run';
import type { BuiltInQuery, LookUp, AnyQuery } from './operation';
import { queries } from './queries';

export type PaidOperation = BuiltInQuery | AnyQuery;

export type Operation = PaidOperation | LookUp;

export const operations: readonly Operation[] = [...queries, run, inspect, getRuns, getBalance];

export function findOperation(resource: string, name: string): Operation | undefined {
	return operations.find((operation) => operation.resource === resource && operation.name === name);
}
