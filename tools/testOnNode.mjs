// Runs the tests on the Node that runs this script, while `npm test` uses the project's own:
//
//     npx --package=node@26 -- node tools/testOnNode.mjs test/deliver
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** What the tests, but not the package, need on a Node without TypeScript. */
const OLD = {
	options: [
		`--import=${join(root, 'tools', 'stripTypes.mjs')}`,
		// The emulator writes numbers with more digits than a double has.
		'--harmony-json-parse-with-source',
	],
	// These tests read the sources with functions that only newer versions of Node have.
	args: ['--testPathIgnorePatterns=/n8n/', 'test/node/(documents|imports|release)'],
};

function run(...args) {
	const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
	if (status !== 0) process.exit(status ?? 1);
}

const { options, args } = process.features.typescript ? { options: [], args: [] } : OLD;
console.log(`Node ${process.version}`);
run('tools/setup.mjs');
run(...options, 'node_modules/jest/bin/jest.js', ...process.argv.slice(2), ...args);
