import { jsonAnswer, refusal } from '../answers/answer.mts';
import { isObject } from '../call/arrival.mts';
import { summarize } from '../call/ledger.mts';
import { catalogOf } from './catalog.mts';
import type { FreeRoute } from './freeRoute.mts';

/** Describes one endpoint. */
export const inspectRoute: FreeRoute = {
	name: 'inspect',
	method: 'POST',
	path: 'inspect',
	answer({ body }, state) {
		const { provider, endpoint } = isObject(body) ? body : {};
		if (typeof provider !== 'string' || typeof endpoint !== 'string') {
			return refusal(400, 'invalid_request', 'Give provider and endpoint');
		}
		const found = catalogOf(state).find(
			(entry) => entry.provider === provider && entry.endpoint === endpoint,
		);
		if (!found) return refusal(404, 'endpoint_not_found', 'Unknown endpoint');
		const { group, input, providerName, description, price, notes } = found;
		const isGrouped = state.settings.inputFormat === 'grouped';
		return jsonAnswer(200, {
			id: `${provider}:${endpoint}`,
			provider,
			providerName,
			endpoint,
			description,
			method: group === 'body' ? 'POST' : 'GET',
			price,
			notes,
			tags: [],
			...(isGrouped ? { input: { [group]: input } } : { inputSchema: input }),
		});
	},
};

const LEAST = 0.01;

/** Searches endpoints by the words of a query. The best match comes first. */
export const discoverRoute: FreeRoute = {
	name: 'discover',
	method: 'POST',
	path: 'discover',
	answer({ body }, state) {
		const { query, limit = 10 } = isObject(body) ? body : {};
		if (typeof query !== 'string' || query === '') {
			return refusal(400, 'invalid_request', 'Give a query');
		}
		const words = query.toLowerCase().split(/\W+/).filter(Boolean);
		const scored = catalogOf(state).map(({ provider, providerName, ...entry }) => {
			const { endpoint, name, description, price } = entry;
			const text = `${endpoint} ${name} ${description}`.toLowerCase();
			const score = words.filter((word) => text.includes(word)).length / words.length;
			return { provider, providerName, endpoint, description, price, score, tags: [] };
		});
		const results = scored
			.filter(({ score }) => score >= LEAST)
			.toSorted((a, b) => b.score - a.score)
			.slice(0, Number(limit));
		return jsonAnswer(200, { results, query, count: results.length });
	},
};

/** Returns the remaining balance of the account. All API keys share it. */
export const balanceRoute: FreeRoute = {
	name: 'balance',
	method: 'GET',
	path: 'wallet/balance',
	answer(_request, { settings, ledger }) {
		const remaining = Math.round((settings.balance - summarize(ledger).charged) * 1e6) / 1e6;
		return jsonAnswer(200, { balance: { value: remaining, currency: 'USD' } });
	},
};
