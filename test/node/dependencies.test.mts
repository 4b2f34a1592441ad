import { readFileSync } from 'node:fs';

import { expect, test } from '@jest/globals';

type Manifest = Record<string, Record<string, string> | undefined> & { version: string };

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const { devDependencies } = read('package.json') as { devDependencies: Record<string, string> };
const lock = read('package-lock.json').packages as Record<string, Manifest>;

test('every dependency is pinned to one version, and the lock has that one', () => {
	const lockedAt = (name: string) => [name, lock[`node_modules/${name}`]!.version];
	const locked = Object.keys(devDependencies).map(lockedAt);
	expect(devDependencies).toEqual(Object.fromEntries(locked));
});

// npm forgets them where they are not on the registry that it asks, as one that lags behind.
test.each(['@swc/core', 'node'])('the lock has the binaries of %s for every platform', (name) => {
	const binaries = Object.keys(lock[`node_modules/${name}`]!.optionalDependencies ?? {});
	expect(binaries.filter((binary) => !(`node_modules/${binary}` in lock))).toEqual([]);
});
