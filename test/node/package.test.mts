import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ICredentialType, INodeProperties } from 'n8n-workflow';

import { load } from '../harness/native.mts';

const FOLDER = process.cwd();
const DIST = join(FOLDER, 'dist');
const manifest = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8'));

/** The categories that n8n's documentation of codex files allows. */
const N8N_CATEGORIES = [
	...['Analytics', 'Communication', 'Data & Storage', 'Development', 'Finance & Accounting'],
	...['Marketing & Content', 'Miscellaneous', 'Productivity', 'Sales', 'Utility'],
];

/** What n8n ships itself, and the modules of Node that its lint allows in a community node. */
const ALLOWED = ['n8n-workflow', 'zod/v3', 'node:crypto'];

const built = readdirSync(DIST, { recursive: true, encoding: 'utf8' });
const scripts = built.filter((path) => path.endsWith('.js'));

test('the built files require only what n8n ships', () => {
	const required = scripts.flatMap((path) => {
		const code = readFileSync(join(DIST, path), 'utf8');
		const found = [...code.matchAll(/\brequire\(\s*["'`]([^"'`]+)["'`]\s*\)/g)];
		expect([path, found.length]).toEqual([path, code.match(/\brequire\(/g)?.length ?? 0]);
		expect(code).not.toMatch(/\bimport\(/);
		return found.map(([, name]) => [path, name!] as const);
	});
	const isOwn = (name: string) => /^\.\.?\//.test(name);
	const strangers = required.filter(([, name]) => !isOwn(name) && !ALLOWED.includes(name));
	expect(strangers).toEqual([]);
});

describe('package.json', () => {
	test('declares no dependencies, and n8n-workflow as the only peer', () => {
		expect(manifest.dependencies ?? {}).toEqual({});
		expect(manifest.bundledDependencies ?? []).toEqual([]);
		expect(manifest.optionalDependencies ?? {}).toEqual({});
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	});

	test('publishes only the built folders, and names the files in them that n8n loads', () => {
		expect(manifest.files).toEqual(['dist/credentials', 'dist/icons', 'dist/nodes']);
		expect(manifest.n8n).toMatchObject({
			n8nNodesApiVersion: 1,
			nodes: ['dist/nodes/DataAccess/DataAccess.node.js'],
			credentials: ['dist/credentials/DataAccessApi.credentials.js'],
		});
	});

	test('can be found in n8n, and runs nothing when it is installed', () => {
		expect(manifest.name).toBe('n8n-nodes-data-access');
		expect(manifest.keywords).toContain('n8n-community-node-package');
		const atInstall = /^(pre|post)?install$/;
		expect(Object.keys(manifest.scripts).filter((name) => atInstall.test(name))).toEqual([]);
	});
});

type Locked = { version: string; optionalDependencies?: object };

const lock: Record<string, Locked> = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;

test('every dependency is pinned to the version in the lock file', () => {
	const lockedAt = (name: string) => [name, lock[`node_modules/${name}`]!.version];
	const locked = Object.keys(manifest.devDependencies).map(lockedAt);
	expect(manifest.devDependencies).toEqual(Object.fromEntries(locked));
});

// npm omits them if its registry lacks them, as one that lags behind does.
test.each(['@swc/core', 'node'])(
	'the lock file has the binaries of %s for every platform',
	(name) => {
		const binaries = Object.keys(lock[`node_modules/${name}`]!.optionalDependencies ?? {});
		expect(binaries.filter((binary) => !(`node_modules/${binary}` in lock))).toEqual([]);
	},
);

/** Files in which people may read an address of this project. */
const TEXTS = globSync(['*', '{credentials,docs,nodes,.github}/**/*'])
	.filter((path) => /(?<!package-lock)\.(json|md|ts|yml)$/.test(path))
	.map((path) => readFileSync(path, 'utf8'));

const isReserved = (host: string) => /(^|\.)example(\.com)?$/.test(host);
const HOSTS_OF_OTHERS = ['127.0.0.1', 'docs.n8n.io', 'docs.npmjs.com', 'n8n.io', 'semver.org'];

/** n8n's own documentation of community nodes. */
const N8N_GUIDE = 'https://docs.n8n.io/integrations/community-nodes/';

describe('the addresses of the project', () => {
	const { homepage } = manifest;
	const isPlaceholder = isReserved(new URL(homepage).host);
	const documentation = (anchor: string) => (isPlaceholder ? N8N_GUIDE : homepage + anchor);

	test('all begin with the homepage, and those that users click lead to a page that exists', () => {
		const files = (ending: string) =>
			built.filter((path) => path.endsWith(ending)).map((path) => join(DIST, path));
		const codexes = files('.node.json').map((path) => JSON.parse(readFileSync(path, 'utf8')));
		const credentials = files('.credentials.js').flatMap((path) =>
			Object.values(load(path)).map((Type) => new (Type as new () => ICredentialType)()),
		);
		expect(codexes).not.toEqual([]);
		expect(credentials).not.toEqual([]);
		expect({
			repository: manifest.repository.url,
			bugs: manifest.bugs.url,
			codexes: codexes.map(({ resources }) => resources),
			credentials: credentials.map(({ documentationUrl }) => documentationUrl),
		}).toEqual({
			repository: `git+${homepage}.git`,
			bugs: `${homepage}/issues`,
			codexes: codexes.map(() => ({
				credentialDocumentation: [{ url: documentation('#credentials') }],
				primaryDocumentation: [{ url: documentation('#readme') }],
			})),
			credentials: credentials.map(() => documentation('#credentials')),
		});
	});

	test('name no other host that somebody could own', () => {
		const addresses = TEXTS.flatMap((text) => text.match(/https?:\/\/\w[^\s"'`<>)\]]*/g) ?? []);
		const others = addresses.filter((address) => {
			if (address.startsWith(homepage)) return false;
			const { host } = new URL(address);
			const isKnown = HOSTS_OF_OTHERS.includes(host) || isReserved(host);
			return !isKnown || address.includes(manifest.name);
		});
		expect(others).toEqual([]);
	});

	test('keep the package from being published while they are placeholders', () => {
		expect(manifest.private ?? false).toBe(isPlaceholder);
		expect(isReserved(manifest.author.email.split('@')[1])).toBe(isPlaceholder);
	});
});

describe("n8n's own loader", () => {
	const { PackageDirectoryLoader } = load('n8n-core') as typeof import('n8n-core');
	const loader = new PackageDirectoryLoader(FOLDER);
	beforeAll(() => loader.loadAll());

	test('loads the node, with its icons and its codex', () => {
		const { description } = loader.getNode('dataAccess').type as any;
		expect(description.name).toBe('dataAccess');
		expect(description.codex.categories).not.toEqual([]);
		expect(N8N_CATEGORIES).toEqual(expect.arrayContaining(description.codex.categories));
		const icons = Object.values(description.iconUrl as Record<string, string>);
		expect(icons).toHaveLength(2);
		for (const icon of icons) {
			expect(existsSync(join(FOLDER, icon.replace(/^icons\/[^/]+\//, '')))).toBe(true);
		}
	});

	test('loads the credential with the fields of the contract', () => {
		const { type } = loader.getCredential('dataAccessApi');
		const rows = type.properties.map((property: INodeProperties) => [
			property.name,
			property.type,
			property.default,
			property.required === true,
			property.displayOptions?.show ?? null,
		]);
		const custom = { customizePlatformNames: [true] };
		expect(rows).toEqual([
			['baseUrl', 'string', '', true, null],
			['apiKey', 'string', '', true, null],
			['provider', 'string', '', true, null],
			['inputFormat', 'options', 'flat', false, null],
			['customizePlatformNames', 'boolean', false, false, null],
			['notesName', 'string', 'notes', false, custom],
			['qaName', 'string', 'qa', false, custom],
			['chatSearchName', 'string', 'chat_search', false, custom],
			['chatMpName', 'string', 'chat_mp', false, custom],
			['photosName', 'string', 'photos', false, custom],
		]);
		expect(type.properties[1].typeOptions?.password).toBe(true);
	});
});
