import type { GatewayLogin } from '../gateway/free/freeRoute';
import type { ApiInput, DeploymentNames, Query } from '../operations/operation';

/** A call under the names that a deployment uses. */
export interface OwnCall {
	provider: string;
	endpoint: string;
	input: ApiInput;
	/** US dollars; undefined if unknown. */
	price?: number;
}

/** The gateway that a credential names, and its own names for providers and platforms. */
export interface Deployment extends GatewayLogin, DeploymentNames {
	/** Identifies this credential, address and provider: pages and pace are shared only within one scope. */
	scope: string;
	callOf(query: Query, input: ApiInput): OwnCall;
}
