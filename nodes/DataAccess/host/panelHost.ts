import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { accessOf } from './host';
import type { Access } from './host';

/** What the rooms need of n8n while somebody fills in the panel. */
export interface PanelHost extends Access {
	operation: unknown;
}

export function panelHost(context: ILoadOptionsFunctions): PanelHost {
	return {
		operation: context.getCurrentNodeParameter('operation'),
		...accessOf(context, context.getNode()),
	};
}
