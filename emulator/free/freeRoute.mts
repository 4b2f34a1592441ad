import type { Answer } from '../answers/answer.mts';
import type { State } from '../call/state.mts';
import type { FreeRouteName } from '../settings.mts';

/** A request to a free route. */
export interface FreeRequest {
	/** The variable parts of the path. */
	params: Record<string, string>;
	query: Record<string, string>;
	/** The parsed body; null if there is none. */
	body: unknown;
}

/** A route of the gateway that costs nothing (docs/development/gateway.md, Free routes). */
export interface FreeRoute {
	name: FreeRouteName;
	method: 'GET' | 'POST';
	/** The path after the version, in fastify's notation. */
	path: string;
	answer(request: FreeRequest, state: State): Answer;
}

/** A request to a free route, as its ledger has it. It is not a call: calls cost money. */
export interface FreeEntry {
	/** When the request arrived, in epoch milliseconds. */
	at: number;
	route: FreeRouteName;
	method: string;
	/** The path with its query. */
	url: string;
	/** null if the answer was not sent completely. */
	httpStatus: number | null;
	/** Whether the API key was valid. */
	isAuthorized: boolean;
}
