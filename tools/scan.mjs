// Runs the lint of n8n's package verification, as its scanner does for a published package: on the
// source, and on the files that `npm pack` would publish. The rules are those of the plugin that the
// scanner pins, since they decide; `npm run lint` has the newer ones, too.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// What the scanner looks at in a published tarball; its other files are covered by the source.
const TARBALL_FILE_PATTERNS = ['**/*.js', 'package.json'];

const root = fileURLToPath(new URL('..', import.meta.url));

/** Packs the package as npm would publish it, and unpacks it again. */
function unpackTarball(folder) {
	const packed = execFileSync(
		'npm',
		['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
		{ cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
	);
	const [{ filename, size, entryCount }] = JSON.parse(packed);
	const target = join(folder, 'package');
	mkdirSync(target);
	execFileSync('tar', ['-xzf', join(folder, filename), '-C', target, '--strip-components=1']);
	console.log(`${filename}: ${entryCount} files, ${Math.ceil(size / 1024)} KiB`);
	return target;
}

// The scanner passes a folder in which it finds nothing to look at, and says so in a message.
const isClean = ({ passed, message = '' }) => passed && message === '';

function report(what, { message = '', details = '', ...result }) {
	const verdict = isClean({ ...result, message }) ? 'passed' : 'FAILED';
	console.log(`${verdict}  ${what}  ${message}\n${details}`.trimEnd());
}

if (!existsSync(join(root, 'dist/nodes'))) {
	console.error('There is no dist/ to scan. Run "npm run build" first.');
	process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'scan-'));
// The scanner makes a folder of its own when it is loaded, and leaves it behind.
process.env.TMPDIR = folder;
try {
	const { analyzePackage, SOURCE_FILE_PATTERNS } =
		await import('@n8n/scan-community-package/scanner/scanner.mjs');
	const passes = async (what, within, patterns) => {
		const result = await analyzePackage(within, patterns);
		report(what, result);
		return isClean(result);
	};
	const results = [
		await passes('source', root, SOURCE_FILE_PATTERNS),
		await passes('tarball', unpackTarball(folder), TARBALL_FILE_PATTERNS),
	];
	if (results.includes(false)) process.exitCode = 1;
} finally {
	rmSync(folder, { recursive: true, force: true });
}
