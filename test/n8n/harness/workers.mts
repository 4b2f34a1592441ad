import { join } from 'node:path';

import getPort from 'get-port';

import { installCommunityPackage } from './communityPackage.mts';
import type { Tarball } from './communityPackage.mts';
import { environment } from './environment.mts';
import type { Database } from './environment.mts';
import { newPlace } from './n8n.mts';
import { startProgram } from './programs.mts';
import type { Program } from './programs.mts';
import { until } from './until.mts';
import type { Version } from './versions.mts';

/** How many executions a worker has under way at most. */
export const CONCURRENCY = 5;

/** The workers of an n8n in queue mode, each in a home of its own, as containers have. */
export class Workers {
	/** Those that run, the oldest first. */
	readonly running: Program[] = [];
	private started = 0;
	private readonly version: Version;
	private readonly tarball: Tarball;
	private readonly database: Database;
	private readonly settings: Record<string, string>;

	/** `settings`: the variables that main and workers share. */
	constructor(
		version: Version,
		tarball: Tarball,
		database: Database,
		settings: Record<string, string>,
	) {
		this.version = version;
		this.tarball = tarball;
		this.database = database;
		this.settings = settings;
	}

	/** Stops the oldest workers, or starts new ones, until so many run and take jobs. */
	async scaleTo(count: number): Promise<void> {
		while (this.running.length > count) await this.running[0]!.stop();
		const missing = count - this.running.length;
		await Promise.all(Array.from({ length: missing }, () => this.add()));
	}

	private async add(): Promise<void> {
		const { version } = this;
		const place = await newPlace(version, this.database);
		await installCommunityPackage(this.tarball, place.home);
		const health = await getPort({ reserve: true });
		const worker = startProgram(
			`worker ${++this.started} of n8n ${version.name}`,
			[version.node, version.cli, 'worker', `--concurrency=${CONCURRENCY}`],
			join(place.home, 'n8n.log'),
			{
				cwd: place.home,
				env: environment(place, {
					...this.settings,
					QUEUE_HEALTH_CHECK_ACTIVE: 'true',
					QUEUE_HEALTH_CHECK_PORT: String(health),
				}),
			},
		);
		this.running.push(worker);
		void worker.ended.then(() => this.running.splice(this.running.indexOf(worker), 1));
		await until(`${worker.name} to be ready`, 180, async () => {
			await worker.mustRun();
			return (await fetch(`http://127.0.0.1:${health}/healthz/readiness`)).ok;
		});
	}
}
