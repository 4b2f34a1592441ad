import { jsonAnswer } from '../answers/answer.mts';
import { summarize } from '../call/ledger.mts';
import type { FreeRoute } from './freeRoute.mts';

/** What is left on the account, of all its keys. */
export const balanceRoute: FreeRoute = {
	name: 'balance',
	method: 'GET',
	path: 'wallet/balance',
	answer(_question, { settings, ledger }) {
		const left = Math.round((settings.balance - summarize(ledger).charged) * 1e6) / 1e6;
		return jsonAnswer(200, { balance: { value: left, currency: 'USD' } });
	},
};
