// Runs the tests on the Node that this script runs on, where `npm test` takes the project's own:
//
//     npx --package=node@26 -- node tools/testOnNode.mjs test/deliver
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** What the tests need besides, on a Node that knows no TypeScript; the package needs none of it. */
const OLD = {
	options: [
		`--import=${join(root, 'tools', 'stripTypes.mjs')}`,
		// The emulator writes numbers that have more digits than a double.
		'--harmony-json-parse-with-source',
	],
	// They look at the sources, by what newer ones have.
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
