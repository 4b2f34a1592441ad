import type { ILoadOptionsFunctions, INode } from 'n8n-workflow';

import type { Access } from '../ask/loadDeployment';
import { CREDENTIAL_TYPE, n8nTransport } from '../gateway/transport';
import type { CallingContext } from '../gateway/transport';

export const accessOf = (context: CallingContext, node: INode): Access => ({
	async loadCredential() {
		const chosen = node.credentials?.[CREDENTIAL_TYPE];
		if (!chosen) return undefined;
		const data = await context.getCredentials(CREDENTIAL_TYPE);
		return { id: chosen.id ?? '', name: chosen.name, data };
	},
	transport: (credential) => n8nTransport(context, credential),
});

/** What the rooms need from n8n while a user fills in the panel. */
export interface PanelHost extends Access {
	operation: unknown;
}

export const panelHost = (context: ILoadOptionsFunctions): PanelHost => ({
	operation: context.getCurrentNodeParameter('operation'),
	...accessOf(context, context.getNode()),
});
