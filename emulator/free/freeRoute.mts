import type { Answer } from '../answers/answer.mts';
import type { State } from '../call/state.mts';
import type { FreeRouteName } from '../settings.mts';

/** What was asked of a free route. */
export interface FreeQuestion {
	/** The parts of the path. */
	params: Record<string, string>;
	query: Record<string, string>;
	/** The body's JSON value; null where there is none. */
	body: unknown;
}

/** A route of the gateway that costs nothing (docs/development/gateway.md, Free routes). */
export interface FreeRoute {
	name: FreeRouteName;
	method: 'GET' | 'POST';
	/** Behind the version, in fastify's form. */
	path: string;
	answer(question: FreeQuestion, state: State): Answer;
}

/** One request of a free route. They are none of the calls, which cost money. */
export interface FreeEntry {
	/** Epoch milliseconds of the arrival. */
	at: number;
	route: FreeRouteName;
	method: string;
	/** The path with its query. */
	url: string;
	/** null where no whole answer was sent. */
	httpStatus: number | null;
	/** Whether the key was a valid one. */
	isAuthorized: boolean;
}
