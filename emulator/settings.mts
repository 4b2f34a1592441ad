/**
 * The operations, named by the last segment of their endpoint (docs/development/gateway.md, Operations).
 */
export type OperationName =
	| 'search_images'
	| 'get_note_sub_comments'
	| 'fetch_question_answers'
	| 'fetch_search_videos'
	| 'fetch_comment_replies'
	| 'fetch_user_posts_v2'
	| 'fetch_article_comments'
	| 'get_note_comments';

/** The words in the paths that a deployment may replace (docs/development/gateway.md, Deployments). */
export type PlatformWord = 'notes' | 'qa' | 'chat_search' | 'chat_mp' | 'photos';

/** The routes that cost nothing (docs/development/gateway.md, Free routes). */
export type FreeRouteName = 'runs' | 'run' | 'inspect' | 'discover' | 'balance';

/** Whether a free route works, or what it does instead. */
export type FreeRouteState =
	| 'there'
	/** 404. */
	| 'missing'
	/** 401 for a key that is valid for calls. */
	| 'unauthorized'
	/** 403 for a key that is valid for calls. */
	| 'forbidden'
	/** 200 with a web page. */
	| 'webPage'
	/** 200 with JSON of another shape than documented. */
	| 'otherShape'
	/** 503. */
	| 'down'
	/** The connection is reset. */
	| 'reset'
	/** No answer. */
	| 'hang';

/** How the gateway keeps and lists runs. */
export interface RunSettings {
	/** Inputs are kept sorted by name, with all defaults, with numbers as text, and without the group that was sent. */
	rewritesInputs: boolean;
	/** Milliseconds from the arrival of a call until its run is listed. */
	listedAfterMs: number;
	/** Milliseconds from the end of a run until it reports its cost. */
	costAfterMs: number;
	/**
	 * Number of runs of other clients shortly before each call. Most are of other endpoints. Some are of the same
	 * endpoint: failed ones, and ones with the same input that failed or are older.
	 */
	foreign: number;
}

/** What differs between deployments, or is not documented. */
export interface Settings {
	/** Number of records in a list whose size is not set elsewhere. */
	size: number;
	/** Records per page of operations whose input does not choose it. */
	pageSizes: Partial<Record<OperationName, number>>;

	/**
	 * Whether the fields of `input` are inside `queryParams` or `body` (docs/development/gateway.md, Deployments).
	 * Inspecting an endpoint returns the same form: one schema, or one for each group.
	 */
	inputFormat: 'flat' | 'grouped';
	platformNames: Record<PlatformWord, string>;

	/** US dollars per call that replace those of the price list: two operations have a second price (gateway.md, Money). */
	prices: Partial<Record<OperationName, number>>;
	/** The layers around the payload (docs/development/gateway.md, Layers of a response). */
	layers: 'run' | 'run+envelope' | 'envelope' | 'payload';
	/** How a run body states its cost: a unit of billing.reportedCost, or an older form. */
	billing: 'MICRO_DOLLAR' | 'CENT' | 'DOLLAR' | 'cost' | 'none' | 'oldPrice';

	/** Epoch seconds: the day that it is for the platforms, and the day of their newest records. */
	today: number;
	/** IDs of replies and videos are numbers beyond 2^53. */
	longIds: boolean;
	/** Number of old posts pinned on top of each user's list. */
	pinnedPosts: number;
	/** Minimum number of characters in the JSON of a post; 0 for no minimum. */
	postLength: number;

	/** Milliseconds before every answer. */
	latencyMs: number;
	/** Calls allowed per second and API key; 0 for no limit. */
	callsPerSecond: number;
	/** The same in any minute, and at once. */
	callsPerMinute: number;
	callsAtOnce: number;
	/** Retry-After of a 429: 'seconds', 'none', or the text of the header. */
	retryAfter: string;
	/** Seconds by which the gateway's clock is ahead, in its Date header and in all its dates. */
	clockSkewSeconds: number;

	/** The free routes: all missing by default. */
	freeRoutes: Record<FreeRouteName, FreeRouteState>;
	runs: RunSettings;
	/** Requests to free routes count toward the limits of a second and a minute. */
	limitsFreeRoutes: boolean;
	/** The balance of the account before the first call, in US dollars. */
	balance: number;
}

/** The options that an emulator is started with. */
export interface EmulatorOptions {
	/** 0 for any free port. */
	port?: number;
	/** Determines all lists, IDs and cursors. */
	seed?: number;
	apiKeys?: string[];
	provider?: string;
	settings?: SettingsChange;
}

const DEFAULTS: Settings = {
	size: 55,
	pageSizes: {},
	inputFormat: 'flat',
	platformNames: {
		notes: 'notes',
		qa: 'qa',
		chat_search: 'chat_search',
		chat_mp: 'chat_mp',
		photos: 'photos',
	},
	prices: {},
	layers: 'run',
	billing: 'MICRO_DOLLAR',
	today: Date.parse('2025-07-02T00:00:00Z') / 1000,
	longIds: false,
	pinnedPosts: 1,
	postLength: 0,
	latencyMs: 0,
	callsPerSecond: 0,
	callsPerMinute: 0,
	callsAtOnce: 0,
	retryAfter: 'seconds',
	clockSkewSeconds: 0,
	freeRoutes: {
		runs: 'missing',
		run: 'missing',
		inspect: 'missing',
		discover: 'missing',
		balance: 'missing',
	},
	runs: {
		rewritesInputs: false,
		listedAfterMs: 0,
		costAfterMs: 0,
		foreign: 0,
	},
	limitsFreeRoutes: false,
	balance: 10,
};

/** Returns a copy of the default settings. */
export function defaultSettings(): Settings {
	return structuredClone(DEFAULTS);
}

/** Any part of the settings, and of the tables in them. */
export type SettingsChange = Partial<Omit<Settings, 'platformNames' | 'freeRoutes' | 'runs'>> & {
	platformNames?: Partial<Record<PlatformWord, string>>;
	freeRoutes?: Partial<Record<FreeRouteName, FreeRouteState>>;
	runs?: Partial<RunSettings>;
};

/**
 * Merges `change` into `settings`, in place.
 * @throws Error for a name that is not a setting
 */
export function applySettings(settings: Settings, change: SettingsChange): void {
	for (const name of Object.keys(change)) {
		if (!(name in DEFAULTS)) throw new Error(`Unknown setting "${name}"`);
	}
	const { platformNames, freeRoutes, runs, pageSizes, prices, ...rest } = change;
	Object.assign(settings, rest);
	Object.assign(settings.freeRoutes, freeRoutes);
	Object.assign(settings.runs, runs);
	Object.assign(settings.platformNames, platformNames);
	Object.assign(settings.pageSizes, pageSizes);
	Object.assign(settings.prices, prices);
}
