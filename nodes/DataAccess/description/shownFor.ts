import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { operations } from '../operations';
import type { Operation, PaidOperation } from '../operations';

export const paidOperations: readonly PaidOperation[] = operations.filter(
	(operation) => operation.kind !== 'lookUp',
);

export const onlyFor = ({ resource, name }: Operation): IDisplayOptions => ({
	show: { resource: [resource], operation: [name] },
});

/** Returns a parameter with one more display condition. */
export function shownAlso(property: INodeProperties, { show }: IDisplayOptions): INodeProperties {
	const { displayOptions } = property;
	return {
		...property,
		displayOptions: { ...displayOptions, show: { ...displayOptions?.show, ...show } },
	};
}

// n8n.md, Resource and operation are not asked together.
const resourcesWithFree = operations
	.filter(({ kind }) => kind === 'lookUp')
	.map(({ resource }) => resource);
const paidBesideFree = paidOperations.filter((each) => resourcesWithFree.includes(each.resource));
const resourcesWithoutFree = paidOperations
	.filter((each) => !paidBesideFree.includes(each))
	.map(({ resource }) => resource);

/**
 * Returns a parameter for paid operations. n8n cannot test resource and operation together, so it has one definition for
 * the resources without a free operation, and one for each paid operation of the others.
 * @param ofAny what is different if the node does not know the records
 */
export const forPaid = (
	property: INodeProperties,
	ofAny: Partial<INodeProperties> = {},
): INodeProperties[] => [
	shownAlso(property, { show: { resource: [...new Set(resourcesWithoutFree)] } }),
	...paidBesideFree.map((operation) =>
		shownAlso(operation.kind === 'any' ? { ...property, ...ofAny } : property, onlyFor(operation)),
	),
];
