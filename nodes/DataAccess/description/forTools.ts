import type { INodeProperties } from 'n8n-workflow';

import { LIMIT_IN_TOOLS } from './defaults';

/** What display options show or hide where the node is used as a tool. */
export const OF_TOOLS = { '@tool': [true] };

/** A parameter that has a definition of its own in a tool (n8n.md, A parameter of its own in a tool). */
export function withFormForTools(
	property: INodeProperties,
	inTools: Partial<INodeProperties>,
): INodeProperties[] {
	const { displayOptions } = property;
	const inNode = { ...displayOptions, hide: { ...displayOptions?.hide, ...OF_TOOLS } };
	const inTool = { ...displayOptions, show: { ...displayOptions?.show, ...OF_TOOLS } };
	return [
		{ ...property, displayOptions: inNode },
		{ ...property, ...inTools, displayOptions: inTool },
	];
}

/** A field that no model fills in (n8n.md, A parameter of its own in a tool). */
export const KEPT_FROM_MODEL: Partial<INodeProperties> = { noDataExpression: true };

/** What is different in a tool, by the parameter's name. */
const IN_TOOLS: Record<string, Partial<INodeProperties>> = {
	limit: {
		default: LIMIT_IN_TOOLS,
		hint: 'Small in a tool, because the agent reads every record and pays for its length',
	},
	// Max Cost reserves this much for a call.
	price: KEPT_FROM_MODEL,
	returnAll: KEPT_FROM_MODEL,
};

/** A parameter as the node has it, and as its tool does where that is different. */
export function inBothForms(property: INodeProperties): INodeProperties[] {
	const inTools = IN_TOOLS[property.name];
	return inTools ? withFormForTools(property, inTools) : [property];
}
