import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { operationProperties, rarelyNeededProperties } from './description/operationProperties';
import { polledAction } from './description/price';
import { pollNotices, triggerProperties } from './description/triggerProperties';
import { queries } from './operations/queries';

export class DataAccessTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Data Access Trigger',
		name: 'dataAccessTrigger',
		icon: {
			light: 'file:../../icons/dataAccess.svg',
			dark: 'file:../../icons/dataAccess.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Search and list public content, or start the workflow when a list has new records',
		defaults: { name: 'Data Access Trigger' },
		skipNameGeneration: true,
		polling: true,
		builderHint: {
			searchHint:
				'Every poll costs the user money: poll as rarely as the user can do with, and keep "Max Cost (USD)" low. It remembers by itself what it has returned. Use Data Access in a workflow that something else starts.',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'dataAccessApi', required: true }],
		properties: [
			...pollNotices,
			...operationProperties(queries, polledAction),
			...triggerProperties,
			...rarelyNeededProperties,
		],
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		// Loaded with the first poll, as in the node.
		const { poll } = await import('./run/start');
		return await poll(this);
	}
}
