import type { FastifyRequest } from 'fastify';

import type { FreeRouteName } from '../settings.mts';

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

/** The entry of a request that has just arrived. */
export function openFreeEntry(
	route: FreeRouteName,
	{ method, url }: FastifyRequest,
	isAuthorized: boolean,
): FreeEntry {
	return { at: Date.now(), route, method, url, httpStatus: null, isAuthorized };
}
