import { join } from 'node:path';

import type { Version } from './versions.mts';

export type Database =
	| { readonly kind: 'sqlite' }
	| { readonly kind: 'postgres'; readonly port: number; readonly name: string };

/** The settings of one n8n process, main or worker. */
export interface Place {
	readonly version: Version;
	/** Its user folder: settings, community packages, SQLite file. */
	readonly home: string;
	readonly port: number;
	/** The port for its task runner, one per process. */
	readonly brokerPort: number;
	readonly database: Database;
}

/** Processes that share a database must share the key of its encrypted secrets. */
const ENCRYPTION_KEY = 'only-for-tests-on-this-machine';

function databaseSettings(database: Database): Record<string, string> {
	if (database.kind === 'sqlite') return { DB_TYPE: 'sqlite', DB_SQLITE_POOL_SIZE: '3' };
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(database.port),
		DB_POSTGRESDB_DATABASE: database.name,
		DB_POSTGRESDB_USER: 'postgres',
	};
}

const QUIET = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_LICENSE_DETACH_FLOATING_ON_SHUTDOWN: 'false',
	EXTERNAL_FRONTEND_HOOKS_URLS: '',
};

const ONLY_ON_1 = {
	N8N_RUNNERS_ENABLED: 'true',
	// The sandbox of the other engine has no binary for Node 20. Without it, n8n would not start.
	N8N_EXPRESSION_ENGINE: 'legacy',
};

const ONLY_ON_2 = {
	// At its start, this module requests a list from n8n's own servers.
	N8N_DISABLED_MODULES: 'mcp-registry',
};

/** Returns the environment of an n8n process that contacts only this machine. */
export function environment(place: Place, more: Record<string, string> = {}): NodeJS.ProcessEnv {
	const url = `http://127.0.0.1:${place.port}/`;
	const inherited = Object.entries(process.env).filter(
		([name]) => !/^(n8n_|npm_|node_|db_|queue_|.*_proxy$)/i.test(name),
	);
	return {
		...Object.fromEntries(inherited),
		...QUIET,
		PATH: `${join(place.version.node, '..')}:${process.env.PATH ?? ''}`,
		NODE_ENV: 'production',
		N8N_USER_FOLDER: place.home,
		N8N_ENCRYPTION_KEY: ENCRYPTION_KEY,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(place.port),
		N8N_SECURE_COOKIE: 'false',
		N8N_RUNNERS_BROKER_PORT: String(place.brokerPort),
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		GENERIC_TIMEZONE: 'UTC',
		// Requests to the internet fail at once instead of waiting for an answer.
		HTTPS_PROXY: 'http://127.0.0.1:9',
		NO_PROXY: '127.0.0.1,localhost',
		...(place.version.major === 1
			? { ...ONLY_ON_1, WEBHOOK_URL: url }
			: { ...ONLY_ON_2, N8N_WEBHOOK_URL: url }),
		...databaseSettings(place.database),
		...more,
	};
}
