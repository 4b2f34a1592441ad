import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Version } from './versions.mts';

/** How an n8n reaches its database. */
export type Database =
	| { readonly kind: 'sqlite' }
	| { readonly kind: 'postgres'; readonly port: number; readonly name: string };

/** What one n8n process, main or worker, is told. */
export interface Place {
	readonly version: Version;
	/** Its user folder: settings, community packages, SQLite file. */
	readonly home: string;
	readonly port: number;
	/** Where its task runner reports; one per process. */
	readonly brokerPort: number;
	readonly database: Database;
}

/** All processes that share a database must share the key that its secrets are encrypted with. */
const encryptionKey = 'only-for-tests-on-this-machine';

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

/** n8n 1.123 on Node 20 would stop, as its sandbox for expressions has no binary for that Node. */
function expressionEngine(version: Version): Record<string, string> {
	const folder = join(version.folder, 'node_modules', 'isolated-vm', 'prebuilds');
	const abi = version.major === 1 ? '115' : '137';
	const there = [`${process.platform}-${process.arch}`].some((name) =>
		['glibc', 'musl', ''].some((libc) =>
			existsSync(join(folder, name, ['isolated-vm', `abi${abi}`, libc, 'node'].join('.'))),
		),
	);
	return there ? {} : { N8N_EXPRESSION_ENGINE: 'legacy' };
}

const quiet = {
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

/** The environment of an n8n process that meets nobody but this machine. */
export function environment(place: Place, more: Record<string, string> = {}): NodeJS.ProcessEnv {
	const url = `http://127.0.0.1:${place.port}/`;
	const inherited = Object.entries(process.env).filter(
		([name]) => !/^(n8n_|npm_|node_|db_|queue_|.*_proxy$)/i.test(name),
	);
	return {
		...Object.fromEntries(inherited),
		...quiet,
		PATH: `${join(place.version.node, '..')}:${process.env.PATH ?? ''}`,
		NODE_ENV: 'production',
		N8N_USER_FOLDER: place.home,
		N8N_ENCRYPTION_KEY: encryptionKey,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(place.port),
		N8N_SECURE_COOKIE: 'false',
		N8N_RUNNERS_BROKER_PORT: String(place.brokerPort),
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		GENERIC_TIMEZONE: 'UTC',
		// whatever would go to the internet fails at once instead of waiting for an answer
		HTTPS_PROXY: 'http://127.0.0.1:9',
		NO_PROXY: '127.0.0.1,localhost',
		...(place.version.major === 1
			? { WEBHOOK_URL: url, N8N_RUNNERS_ENABLED: 'true' }
			: { N8N_WEBHOOK_URL: url, N8N_DISABLED_MODULES: 'mcp-registry' }),
		...expressionEngine(place.version),
		...databaseSettings(place.database),
		...more,
	};
}
