import type { LookUp } from '../operation';

export const getBalance: LookUp = {
	kind: 'lookUp',
	resource: 'gateway',
	name: 'getBalance',
	label: 'Get Balance',
	action: 'Get account balance',
	description: 'Get what is left on the account at the gateway',
	fields: [],
	forModels: {},
	isOnce: true,
};
