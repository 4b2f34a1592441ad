import type { INodeProperties } from 'n8n-workflow';

/** A parameter that has a definition of its own in a tool: n8n shows the one or the other. */
export function withFormForTools(
	property: INodeProperties,
	inTools: Partial<INodeProperties>,
): INodeProperties[] {
	const { displayOptions } = property;
	return [
		{
			...property,
			displayOptions: { ...displayOptions, hide: { ...displayOptions?.hide, '@tool': [true] } },
		},
		{
			...property,
			...inTools,
			displayOptions: { ...displayOptions, show: { ...displayOptions?.show, '@tool': [true] } },
		},
	];
}

/** Without expressions n8n offers no button that hands a field over to the model. */
export const KEPT_FROM_MODEL: Partial<INodeProperties> = { noDataExpression: true };
