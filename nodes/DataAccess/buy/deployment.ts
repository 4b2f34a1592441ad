import type { GatewayLogin } from '../gateway/free/freeRoute';
import type { ApiInput, DeploymentNames, Query } from '../operations/operation';

/** A call in a deployment's own words. */
export interface OwnCall {
	provider: string;
	endpoint: string;
	input: ApiInput;
	/** US dollars; undefined where nobody says. */
	price?: number;
}

/** The gateway that a credential names, and its own words. */
export interface Deployment extends GatewayLogin, DeploymentNames {
	/** The same for all requests with this credential, address and provider, and for no others. */
	scope: string;
	callOf(query: Query, input: ApiInput): OwnCall;
}
