import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { operations } from '../operations';
import type { Operation, PaidOperation } from '../operations';

export const paidOperations: readonly PaidOperation[] = operations.filter(
	(operation) => operation.kind !== 'lookUp',
);

export const openOperations = operations.filter(({ kind }) => kind === 'openQuery');

const lookUps = operations.filter(({ kind }) => kind === 'lookUp');

const free = lookUps.map(({ resource, name }) => `${resource}:${name}`);

export const IS_FREE = `${JSON.stringify(free)}.includes($parameter["resource"] + ":" + $parameter["operation"])`;

export const onlyFor = ({ resource, name }: Operation): IDisplayOptions => ({
	show: { resource: [resource], operation: [name] },
});

// n8n cannot hide a parameter by resource and operation together.
const resourcesWithFree = lookUps.map(({ resource }) => resource);
const isBesideFree = ({ resource }: Operation) => resourcesWithFree.includes(resource);
const resourcesWithoutFree = paidOperations
	.filter((operation) => !isBesideFree(operation))
	.map(({ resource }) => resource);

/**
 * Where parameters about calls and money are shown: in resources that have no free operation, and for each paid
 * one of the others.
 */
const paidPlaces: IDisplayOptions[] = [
	{ show: { resource: [...new Set(resourcesWithoutFree)] } },
	...paidOperations.filter(isBesideFree).map(onlyFor),
];

/** A parameter of all paid operations, once for each place where they are. */
export const forPaid = (property: INodeProperties): INodeProperties[] =>
	paidPlaces.map((place) => shownAlso(property, place));

/** A parameter that needs one more condition to be shown. */
export function shownAlso(property: INodeProperties, place: IDisplayOptions): INodeProperties {
	const { displayOptions } = property;
	return {
		...property,
		displayOptions: { ...displayOptions, show: { ...displayOptions?.show, ...place.show } },
	};
}
