/**
 * The operations, by the last segment of their endpoint (docs/development/gateway.md, Operations).
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

/** The words a deployment may replace in the paths (docs/development/gateway.md, Deployments). */
export type PlatformWord = 'notes' | 'qa' | 'chat_search' | 'chat_mp' | 'photos';

/** The routes beside POST /v1/run (docs/development/gateway.md, Free routes). */
export type FreeRouteName = 'runs' | 'run' | 'inspect' | 'discover' | 'balance';

/** Whether such a route is there, or what it does instead. */
export type FreeRouteState =
	| 'there'
	/** 404. */
	| 'missing'
	/** 401 and 403, with a key that is good for calls. */
	| 'unauthorized'
	| 'forbidden'
	/** 200, with a web page or JSON that is none of the contract's. */
	| 'webPage'
	| 'otherShape'
	/** 503, a broken connection, no answer. */
	| 'down'
	| 'reset'
	| 'hang';

/** How the gateway keeps the runs that it lists. */
export interface RunSettings {
	/** An input sorted by name, with all defaults, numbers as text, and without the group that was sent. */
	rewritesInputs: boolean;
	/** Milliseconds from a call's arrival to the moment at which the list has its run. */
	listedAfterMs: number;
	/** Milliseconds from the end of a run to the moment at which it names its cost. */
	costAfterMs: number;
	/**
	 * Runs of others shortly before each call: most of another endpoint, some of the same, of which
	 * some failed, and some with the same input, before or failed.
	 */
	foreign: number;
}

/** Everything about the service that differs between deployments or is not documented. */
export interface Settings {
	/** Records of a list that nothing else gives a size. */
	size: number;
	/** Records per page, over what an operation has whose input does not choose it. */
	pageSizes: Partial<Record<OperationName, number>>;

	/**
	 * `input` as documented, or grouped by `queryParams` or `body` (docs/development/gateway.md,
	 * Deployments). An endpoint is inspected in the same form: one schema, or one for each group.
	 */
	inputFormat: 'flat' | 'grouped';
	platformNames: Record<PlatformWord, string>;

	/** US dollars per call, over the price list: of two operations, another is stated too (gateway.md, Money). */
	prices: Partial<Record<OperationName, number>>;
	/** Which layers stand around the payload (docs/development/gateway.md, Layers of an answer). */
	layers: 'run' | 'run+envelope' | 'envelope' | 'payload';
	/** How a run body states its cost: a unit of billing.reportedCost, or an older form. */
	billing: 'MICRO_DOLLAR' | 'CENT' | 'DOLLAR' | 'cost' | 'none' | 'oldPrice';

	/** Epoch seconds: the day on which the platforms stand, and which their newest records are of. */
	today: number;
	/** IDs of replies and videos are numbers beyond 2^53. */
	longIds: boolean;
	/** Old posts on top of each user's. */
	pinnedPosts: number;
	/** Characters that the JSON of a post has at least; 0 = what its fields take. */
	postLength: number;

	/** Milliseconds before every answer. */
	latencyMs: number;
	/** Calls let through in any second; 0 = no limit. */
	callsPerSecond: number;
	/** Retry-After of a 429: 'seconds', 'none', or any other text as it is. */
	retryAfter: string;
	/** How far the gateway's clock is ahead: in the header Date, and in all dates that it names. */
	clockSkewSeconds: number;

	/** The routes beside POST /v1/run: none is there by default. */
	freeRoutes: Record<FreeRouteName, FreeRouteState>;
	runs: RunSettings;
	/** Their requests count towards callsPerSecond. */
	limitsFreeRoutes: boolean;
	/** US dollars on the account before the first call. */
	balance: number;
}

/** What an emulator is started with. */
export interface EmulatorOptions {
	/** 0 = any free port. */
	port?: number;
	/** Lists, ids and cursors belong to it. */
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

/** A fresh copy of the default settings. */
export function defaultSettings(): Settings {
	return structuredClone(DEFAULTS);
}

/** Settings that may be given in part; the tables of names too. */
export type SettingsChange = Partial<Omit<Settings, 'platformNames' | 'freeRoutes' | 'runs'>> & {
	platformNames?: Partial<Record<PlatformWord, string>>;
	freeRoutes?: Partial<Record<FreeRouteName, FreeRouteState>>;
	runs?: Partial<RunSettings>;
};

/** Merges `change` into `settings` in place. Throws on a name that is no setting. */
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
