import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const READY = {
	tag: 'v1.2.3',
	manifest: { version: '1.2.3', homepage: 'https://github.com/somebody/something' },
	changelog:
		'# Changelog\n\n## Unreleased\n\n## 1.2.3 (2026-02-28)\n\n- New.\n\n## 1.2.2 (2026-01-31)\n',
};

describe('what prevents publishing', () => {
	let folder = '';
	const git = (...args: string[]) => {
		const named = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com', ...args];
		expect(spawnSync('git', named, { cwd: folder }).status).toBe(0);
	};
	const commit = () => git('commit', '--allow-empty', '--message=One');
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'release-'));
		git('init');
		commit();
		git('update-ref', 'refs/remotes/origin/main', 'HEAD');
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	function check({ tag, manifest, changelog }: typeof READY) {
		writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
		writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
		const script = join(process.cwd(), 'tools', 'checkRelease.mjs');
		const options = { cwd: folder, encoding: 'utf8' } as const;
		const { status, stdout, stderr } = spawnSync(process.execPath, [script, tag], options);
		return { status, stdout, problems: stderr.trim().split('\n').filter(Boolean) };
	}

	test('nothing if all is ready; it prints the section of the changelog', () => {
		expect(check(READY)).toEqual({ status: 0, stdout: '- New.\n', problems: [] });
	});

	test('everything that is not ready, all at once', () => {
		commit();
		const { manifest } = READY;
		const wrong = { ...manifest, private: true, homepage: 'https://example.com/x' };
		const changelog = READY.changelog.replace('Unreleased\n', 'Unreleased\n\n- More.\n');
		const reasons = [/tag is v1\.2\.4/, /not on main/, /private/, /placeholders/, /still/];
		expect(check({ tag: 'v1.2.4', manifest: wrong, changelog })).toEqual({
			status: 1,
			stdout: '',
			problems: reasons.map((reason) => expect.stringMatching(reason)),
		});
		git('update-ref', 'refs/remotes/origin/main', 'HEAD');
	});
});

describe('the workflows', () => {
	const folder = join(process.cwd(), '.github', 'workflows');
	const text = (name: string) => readFileSync(join(folder, name), 'utf8');
	const workflows = readdirSync(folder).map((name) => [name, text(name)] as const);

	test.each(workflows)('%s pins every action by commit', (_, workflow) => {
		const actions = [...workflow.matchAll(/\buses: *(.+)$/gm)].map(([, action]) => action);
		expect(actions).not.toEqual([]);
		const others = actions.filter((action) => !action!.startsWith('./'));
		for (const action of others) expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	});

	test('nothing is published before the whole gate has passed for the commit', () => {
		const jobs = text('publish.yml').split(/^ {2}(?=\w+:$)/m);
		const needOf = (job: string) => /^ {4}needs: (\w+)$/m.exec(job)?.[1];
		const needs = Object.fromEntries(jobs.map((job) => [job.split(':')[0], needOf(job)]));
		const expected = { release: 'publish', publish: 'pack', pack: 'gate', gate: 'ready' };
		expect(needs).toMatchObject(expected);
		const gate = jobs.find((job) => job.startsWith('gate:'));
		expect(gate).toContain('uses: ./.github/workflows/ci.yml\n');
	});
});
