import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { Credential } from '../ask/deployment';
import { n8nTransport } from '../gateway/transport';
import { credentialOf } from './host';

/** What the rooms need of n8n while somebody fills in the panel. */
export interface PanelHost {
	/** The value of the operation's dropdown. */
	operation: unknown;
	/**
	 * @returns undefined where the user has chosen none
	 * @throws where n8n does not give it, in its words
	 */
	loadCredential(): Promise<Credential | undefined>;
	transport(credential: Credential): ReturnType<typeof n8nTransport>;
}

/** The host of a list that opens in the panel. */
export function panelHost(context: ILoadOptionsFunctions): PanelHost {
	return {
		operation: context.getCurrentNodeParameter('operation'),
		loadCredential: async () => await credentialOf(context, context.getNode()),
		transport: (credential) => n8nTransport(context, credential),
	};
}
