import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { Access } from '../ask/deployment';
import { accessOf } from './host';

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
