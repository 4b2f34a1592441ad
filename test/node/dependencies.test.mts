import { readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';

type Manifest = Record<string, Record<string, string> | undefined> & { version: string };

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const { devDependencies } = read('package.json') as { devDependencies: Record<string, string> };
const lock = read('package-lock.json').packages as Record<string, Manifest>;
const newestN8n = read('test/n8n/versions/2.41/package-lock.json').packages['node_modules/n8n'];

const nodeCli = lock['node_modules/@n8n/node-cli']!;
const major = (version: string) => version.split('.')[0];

/** Why each package that is held back is: what must be true as long as it is. */
const REASONS: Record<string, (version: string) => void> = {
	eslint: (version) => expect(nodeCli.dependencies!.eslint).toBe(version),
	zod: (version) => expect(lock['node_modules/n8n-workflow']!.peerDependencies!.zod).toBe(version),
	typescript: (version) => {
		const { version: bringing, peerDependencies } = lock['node_modules/typescript-eslint']!;
		expect(nodeCli.dependencies!['typescript-eslint']).toBe(bringing);
		expect(peerDependencies!.typescript).toMatch(/ <5\.9\.0$/);
		expect(version).toMatch(/^5\.8\./);
	},
	node: (version) => expect(newestN8n.engines.node).toBe(`>=${major(version)}.0.0`),
	'@types/node': (version) => expect(major(version)).toBe(major(devDependencies.node!)),
};

describe('what .github/dependabot.yml holds back', () => {
	const text = readFileSync('.github/dependabot.yml', 'utf8');
	const held = [...text.matchAll(/^ +# (.+\.)\n +- dependency-name: '?([^'\n]+)'?$/gm)].map(
		([, reason, name]) => ({ name: name!, reason: reason! }),
	);

	test('has a reason for each, and each has a test', () => {
		expect(held).toHaveLength(text.match(/dependency-name:/g)!.length);
		expect(held.map(({ name }) => name).sort()).toEqual(Object.keys(REASONS).sort());
	});

	test.each(held)('$name: $reason', ({ name }) => {
		REASONS[name]!(devDependencies[name]!);
	});
});

test('every dependency is pinned to one version, and the lock has that one', () => {
	const locked = Object.keys(devDependencies).map((name) => [
		name,
		lock[`node_modules/${name}`]!.version,
	]);
	expect(devDependencies).toEqual(Object.fromEntries(locked));
});

// npm forgets them where they are not on the registry that it asks, as one that lags behind.
test.each(['@swc/core', 'node'])('the lock has the binaries of %s for every platform', (name) => {
	const binaries = Object.keys(lock[`node_modules/${name}`]!.optionalDependencies ?? {});
	expect(binaries.filter((binary) => !(`node_modules/${binary}` in lock))).toEqual([]);
});
