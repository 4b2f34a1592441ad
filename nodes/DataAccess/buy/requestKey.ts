import type { ApiInput } from '../operations/operation';
import type { PricedCall } from './attempts';

/**
 * What makes two requests the same, so that one page answers both.
 * @param scope credential and gateway
 * @param input the operation's input, before the deployment groups it
 */
export function requestKey(
	scope: string,
	{ endpoint, provider }: Pick<PricedCall, 'endpoint' | 'provider'>,
	input: ApiInput,
): string {
	const sorted = Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1));
	return JSON.stringify([scope, provider, endpoint, sorted]);
}
