// Runs the tests in a real n8n, for `npm run test:n8n`. Arguments: options of Node's test runner, such as
// --test-name-pattern=…, and names of files in test/n8n. Without names, it runs the file of each version of n8n.
// N8N_VERSION, an exact version or a tag such as `latest`, selects one version instead.
//
// Options must come first: Node takes everything after the first file for a file.
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const tests = join(dirname(fileURLToPath(import.meta.url)), '..', 'test', 'n8n');
const given = process.argv.slice(2);
const options = given.filter((argument) => argument.startsWith('-'));
const named = given.filter((argument) => !argument.startsWith('-'));

let { N8N_VERSION: version = '' } = process.env;
if (/^[a-z]/.test(version)) {
	const found = execFileSync('npm', ['view', `n8n@${version}`, 'version'], { encoding: 'utf8' });
	version = found.trim();
}

const versions = globSync('n8n-*.test.mts', { cwd: tests }).filter(
	(file) => version === '' || file.startsWith('n8n-1.') === version.startsWith('1.'),
);
const files = named.length > 0 ? named : versions;

process.execve(
	process.execPath,
	[
		process.execPath,
		'--test',
		'--test-concurrency=1',
		'--test-timeout=2400000',
		...options,
		...files.map((file) => join(tests, file)),
	],
	{ ...process.env, N8N_VERSION: version },
);
