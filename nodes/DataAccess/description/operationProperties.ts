import type { INodeProperties } from 'n8n-workflow';

import { operations } from '../operations';
import type { Operation } from '../operations';
import type { BuiltInQuery, Resource } from '../operations/operation';
import { queries } from '../operations/queries';
import { inBothForms } from './forTools';
import { newerThanFields } from './newestFirst';
import { pricedAction } from './price';
import { onlyFor, shownAlso } from './shownFor';

const DESCRIPTIONS: Record<Resource, string> = {
	article: 'An article that an account of the messaging-app platform publishes',
	gateway: 'The gateway itself, with all its operations',
	note: 'A post on the note-sharing platform, with pictures',
	question: 'A question on the Q&A platform, which others answer',
	user: 'Somebody who posts on the photo-sharing platform',
	video: 'A short video on the messaging-app platform',
};

export const RESOURCES = Object.entries(DESCRIPTIONS).map(([value, description]) => ({
	name: value.charAt(0).toUpperCase() + value.slice(1),
	value,
	description,
}));

const resourceProperty: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: RESOURCES,
	default: 'note',
};

/** n8n's guidelines require alphabetical order. The default is still the first operation of its resource. */
const byLabel = (one: Operation, other: Operation) => one.label.localeCompare(other.label);

function operationProperty(resource: string): INodeProperties {
	const offered = operations.filter((operation) => operation.resource === resource);
	const property: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		// Without this condition, n8n does not describe the AI tool by `action` (n8n.md, The description of a tool).
		displayOptions: { show: { resource: [resource] } },
		options: offered.toSorted(byLabel).map((each) => ({
			name: each.label,
			value: each.name,
			action: pricedAction(each),
			description: each.description,
		})),
		// n8n.md, Lint wants a literal default.
		default: '',
	};
	return { ...property, default: offered[0]?.name };
}

function startPositionProperty(operation: BuiltInQuery): INodeProperties {
	return {
		displayName: 'Start Position',
		name: 'startPosition',
		type: 'collection',
		placeholder: 'Add position',
		default: {},
		description:
			'Where in the list to begin, if not at its start. To continue an earlier execution, use Resume From under Options instead.',
		options: operation.startPosition,
		displayOptions: onlyFor(operation),
	};
}

/** Returns an operation's usual fields, and the rare ones, which the panel shows below the common parameters. */
function fieldsOf(operation: Operation): Record<'usual' | 'rare', INodeProperties[]> {
	const { fields, rarelyNeeded = [] } = operation;
	const dates = operation.kind === 'builtIn' ? newerThanFields(operation) : [];
	const shown = [...fields, ...dates].map((field) => shownAlso(field, onlyFor(operation)));
	const isRare = ({ name }: INodeProperties) => rarelyNeeded.includes(name);
	return { usual: shown.filter((field) => !isRare(field)), rare: shown.filter(isRare) };
}

export const operationProperties: INodeProperties[] = [
	resourceProperty,
	...RESOURCES.map(({ value }) => operationProperty(value)),
	...operations.flatMap((operation) => fieldsOf(operation).usual.flatMap(inBothForms)),
];

export const rarelyNeededProperties = queries.flatMap((query) => fieldsOf(query).rare);

export const startPositionProperties: INodeProperties[] = queries.map(startPositionProperty);
