import type { LookUp } from '../lookUp';

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

	async answer(_parameters, open) {
		const gateway = await open();
		const told = 'failure' in gateway ? gateway : await gateway.informant.balance();
		return 'failure' in told ? told : [told];
	},
};
