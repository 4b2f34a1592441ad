// Checks whether the version in this folder may be published. If so, prints its section of the changelog. Else prints
// what prevents it, and exits with 1:
//
//     node tools/checkRelease.mjs v1.2.3
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const tag = process.argv[2];
const { version, homepage, private: isPrivate } = JSON.parse(readFileSync('package.json', 'utf8'));

function isDay(text) {
	const moment = new Date(`${text}T00:00:00Z`);
	return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

/** Returns the sections of the changelog, newest first, as `{heading, text}`. */
function sections() {
	const [, ...parts] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
	return parts.map((part) => {
		const [heading, ...lines] = part.split('\n');
		return { heading: heading.trim(), text: lines.join('\n').trim() };
	});
}

const [unreleased, newest] = sections();

function whyNotInChangelog() {
	if (unreleased?.heading !== 'Unreleased')
		return 'CHANGELOG.md does not begin with "## Unreleased".';
	if (unreleased.text !== '') return 'CHANGELOG.md has changes that are still "Unreleased".';
	const [name, day] = newest?.heading.split(' ') ?? [];
	if (name !== version || !/^\(.+\)$/.test(day ?? '') || !isDay(day.slice(1, -1))) {
		return `The next heading of CHANGELOG.md is not "## ${version} (<year>-<month>-<day>)".`;
	}
	return newest.text === '' ? `CHANGELOG.md does not say what ${version} changes.` : undefined;
}

function isOnMain() {
	return spawnSync('git', ['merge-base', '--is-ancestor', 'HEAD', 'origin/main']).status === 0;
}

const isPlaceholder = /(^|\.)example(\.com)?$/.test(new URL(homepage).host);
const problems = [
	tag === `v${version}` ? undefined : `The tag is ${tag}, but package.json says ${version}.`,
	isOnMain() ? undefined : 'The commit is not on main.',
	isPrivate ? 'package.json says that the package is private.' : undefined,
	isPlaceholder
		? 'The addresses are placeholders: see "Before the first one" in docs/development/release.md.'
		: undefined,
	whyNotInChangelog(),
].filter((problem) => problem !== undefined);

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(newest.text);
