import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The versions of n8n that the package is tested on: the oldest that it promises, and the newest. */
export const VERSIONS = ['1.123', '2.41'] as const;
export type VersionName = (typeof VERSIONS)[number];

/** One version of n8n: where its pins are, and where it is installed. */
export interface Version {
	readonly name: VersionName;
	/** 1 or 2: what n8n's own interfaces differ by. */
	readonly major: 1 | 2;
	/** The folder with package.json and package-lock.json, in the checkout. */
	readonly pins: string;
	/** The folder in which it is installed, outside the checkout. */
	readonly folder: string;
	/** The Node that it runs on. */
	readonly node: string;
	/** n8n's command line, to be run by that Node. */
	readonly cli: string;
}

function cacheRoot(): string {
	const { DATA_ACCESS_N8N_CACHE, XDG_CACHE_HOME } = process.env;
	if (DATA_ACCESS_N8N_CACHE) return DATA_ACCESS_N8N_CACHE;
	return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-data-access', 'n8n');
}

function fingerprint(pins: string): string {
	const hash = createHash('sha256');
	for (const file of ['package.json', 'package-lock.json']) {
		hash.update(readFileSync(join(pins, file)));
	}
	return hash.digest('hex').slice(0, 12);
}

/** Describes a version, installed or not; throws for a name that is none of VERSIONS. */
export function versionNamed(name: string): Version {
	const known = VERSIONS.find((one) => one === name);
	if (!known) throw new Error(`No such version of n8n: ${name}. There is ${VERSIONS.join(', ')}`);
	const pins = join(import.meta.dirname, '..', 'versions', known);
	const folder = join(cacheRoot(), `${known}-${fingerprint(pins)}`);
	return {
		name: known,
		major: known.startsWith('1.') ? 1 : 2,
		pins,
		folder,
		node: join(folder, 'node_modules', 'node', 'bin', 'node'),
		cli: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
	};
}
