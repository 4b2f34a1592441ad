// Runs the tests in a real n8n, for `npm run test:n8n`. Arguments: options of Node's test runner, such
// as --test-name-pattern=…, and names of files in test/n8n; one for each version of n8n without any.
//
// Node takes for a file whatever stands behind the first file, so that options cannot simply be appended.
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const tests = join(dirname(fileURLToPath(import.meta.url)), '..', 'test', 'n8n');
const given = process.argv.slice(2);
const options = given.filter((argument) => argument.startsWith('-'));
const named = given.filter((argument) => !argument.startsWith('-'));
const files = named.length > 0 ? named : globSync('n8n-*.test.mts', { cwd: tests });

process.execve(process.execPath, [
	process.execPath,
	'--test',
	'--test-concurrency=1',
	'--test-timeout=2400000',
	...options,
	...files.map((file) => join(tests, file)),
]);
