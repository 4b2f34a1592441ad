import type { IExecuteFunctions, INodeExecutionData, INodeType, IDataObject } from 'n8n-workflow';

import { agents } from './agents.mts';

/**
 * Creates a small node in place of one of n8n's basic nodes, which take several hundred megabytes with their
 * dependencies. It has the same type name, so that a workflow runs unchanged. The tests in a real n8n run the same
 * workflows with the real nodes.
 */
function standIn(
	name: string,
	execute: INodeType['execute'],
	defaults: object = {},
	{ inputs = name.endsWith('Trigger') ? [] : ['main'], outputs = ['main'] } = {},
): INodeType {
	return {
		description: {
			displayName: name,
			name,
			group: [inputs.length === 0 ? 'trigger' : 'transform'],
			version: [1, 1.1, 1.2, 1.3, 2, 2.2, 3.4, 4.5],
			description: '',
			defaults: { name },
			inputs,
			outputs,
			properties: Object.entries(defaults).map(([parameter, value]) => ({
				displayName: parameter,
				name: parameter,
				type: 'json',
				default: value as string,
			})),
		},
		execute,
	} as INodeType;
}

async function set(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = this.getInputData().map((_, item): INodeExecutionData => {
		const text = this.getNodeParameter('jsonOutput', item);
		const json = (typeof text === 'string' ? JSON.parse(text) : text) as IDataObject;
		return { json, pairedItem: { item } };
	});
	return [items];
}

async function splitOut(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = this.getInputData().flatMap(({ json }, item) => {
		const field = String(this.getNodeParameter('fieldToSplitOut', item));
		const { destinationFieldName } = this.getNodeParameter('options', item) as IDataObject;
		const name = String(destinationFieldName ?? field);
		return (json[field] as unknown[]).map((value): INodeExecutionData => ({
			json: { [name]: value } as IDataObject,
			pairedItem: { item },
		}));
	});
	return [items];
}

/** Passes one item per round to the second output, and all items to the first output at the end. */
async function loop(this: IExecuteFunctions): Promise<INodeExecutionData[][] | null> {
	const context = this.getContext('node') as { remaining?: INodeExecutionData[] };
	context.remaining ??= this.getInputData();
	const item = context.remaining.shift();
	return item ? [[], [item]] : [this.getInputData(), []];
}

async function passOn(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return [this.getInputData()];
}

async function giveItems(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = this.getNodeParameter('items', 0) as unknown as IDataObject[];
	return [items.map((json) => ({ json }))];
}

async function fail(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	throw new Error('The sheet is gone');
}

const LOOP = { outputs: ['main', 'main'] };

const agentTypes = Object.entries(agents).map(([name, execute]) => [
	name,
	standIn(name.replace('test.', ''), execute, { rounds: '[]' }, { inputs: ['main', 'ai_tool'] }),
]);

/** The stand-ins, by full type name. */
export const standIns: Record<string, INodeType> = {
	...Object.fromEntries(agentTypes),
	'test.fail': standIn('fail', fail),
	'test.items': standIn('items', giveItems, { items: [] }),
	'n8n-nodes-base.manualTrigger': standIn('manualTrigger', passOn),
	'n8n-nodes-base.stickyNote': standIn('stickyNote', passOn),
	'n8n-nodes-base.splitInBatches': standIn('splitInBatches', loop, {}, LOOP),
	'n8n-nodes-base.set': standIn('set', set, { jsonOutput: '{}' }),
	'n8n-nodes-base.splitOut': standIn('splitOut', splitOut, { fieldToSplitOut: '', options: {} }),
};
