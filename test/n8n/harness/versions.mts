import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The versions of n8n that the package is tested on: the oldest that it promises, and the newest. */
export const VERSIONS = ['1.123', '2.41'] as const;
export type VersionName = (typeof VERSIONS)[number];

/** One version of n8n, and its place on this machine. */
export interface Version {
	/** One of VERSIONS, or the exact version in N8N_VERSION. */
	readonly name: string;
	/** n8n's own APIs differ by it. */
	readonly major: 1 | 2;
	/** The text of its package.json and, if it is pinned, of its package-lock.json. */
	readonly pins: Readonly<Record<string, string>>;
	/** The folder in which it is installed, outside the checkout. */
	readonly folder: string;
	/** The Node that it runs on. */
	readonly node: string;
	/** n8n's command, which that Node runs. */
	readonly cli: string;
}

function cacheRoot(): string {
	const { DATA_ACCESS_N8N_CACHE, XDG_CACHE_HOME } = process.env;
	if (DATA_ACCESS_N8N_CACHE) return DATA_ACCESS_N8N_CACHE;
	return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-data-access', 'n8n');
}

function fingerprint(pins: Version['pins']): string {
	const hash = createHash('sha256');
	for (const text of Object.values(pins)) hash.update(text);
	return hash.digest('hex').slice(0, 12);
}

const majorOf = (version: string) => (version.startsWith('1.') ? 1 : 2);

/** Returns the versions in N8N_VERSION and N8N_NODE if they replace those that are pinned for `known`. */
function asked(known: VersionName): { name: string; node: string | undefined } | undefined {
	const { N8N_VERSION: name, N8N_NODE: node } = process.env;
	if (!name || majorOf(name) !== majorOf(known)) return undefined;
	if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(name)) throw new Error(`No exact version of n8n: ${name}`);
	return { name, node: node || undefined };
}

function pinsOf(known: VersionName): Version['pins'] {
	const folder = join(import.meta.dirname, '..', 'versions', known);
	const [manifest, lock] = ['package.json', 'package-lock.json'].map((file) =>
		readFileSync(join(folder, file), 'utf8'),
	);
	const other = asked(known);
	if (!other) return { 'package.json': manifest!, 'package-lock.json': lock! };
	const { overrides, dependencies, ...rest } = JSON.parse(manifest!);
	const { name: n8n, node = dependencies.node } = other;
	const made = { ...rest, dependencies: { n8n, node } };
	// Overrides that one series needs may be wrong for the next.
	if (!n8n.startsWith(`${known}.`)) return { 'package.json': JSON.stringify(made) };
	return { 'package.json': JSON.stringify({ ...made, overrides }), 'package-lock.json': lock! };
}

/**
 * Describes a version, installed or not; throws for a name that is not in VERSIONS. If N8N_VERSION names
 * an exact version of the same major, that one is described, on N8N_NODE if that is set, too.
 */
export function versionNamed(name: string): Version {
	const known = VERSIONS.find((one) => one === name);
	if (!known) throw new Error(`No such version of n8n: ${name}. There is ${VERSIONS.join(', ')}`);
	const pins = pinsOf(known);
	const shown = asked(known)?.name ?? known;
	const folder = join(cacheRoot(), `${shown}-${fingerprint(pins)}`);
	return {
		name: shown,
		major: majorOf(known),
		pins,
		folder,
		node: join(folder, 'node_modules', 'node', 'bin', 'node'),
		cli: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
	};
}
