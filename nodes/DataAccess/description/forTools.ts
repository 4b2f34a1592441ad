import type { INodeProperties } from 'n8n-workflow';

import { LIMIT_IN_TOOLS } from './defaults';

/** The display condition that the node is used as a tool. */
export const OF_TOOLS = { '@tool': [true] };

/** Returns a parameter with a second definition for tools (n8n.md, A parameter of its own in a tool). */
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

/** For a parameter that no model may fill in (n8n.md, A parameter of its own in a tool). */
export const KEPT_FROM_MODEL: Partial<INodeProperties> = { noDataExpression: true };

/** The differences in a tool, by the parameter's name. */
const IN_TOOLS: Record<string, Partial<INodeProperties>> = {
	limit: {
		default: LIMIT_IN_TOOLS,
		hint: 'Small in a tool, because the agent reads every record and pays for its length',
	},
	// Max Cost reserves this much for a call.
	price: KEPT_FROM_MODEL,
	returnAll: KEPT_FROM_MODEL,
};

/** Returns the definitions of a parameter: the node's, and the tool's if that is different. */
export function inBothForms(property: INodeProperties): INodeProperties[] {
	const inTools = IN_TOOLS[property.name];
	return inTools ? withFormForTools(property, inTools) : [property];
}
