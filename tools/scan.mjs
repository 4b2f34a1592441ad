// Runs the lint of n8n's package verification, as n8n's scanner does for a published package: on the source, and on the
// files that `npm pack` would publish. The rules are those of the plugin version that the scanner pins, because they
// decide about verification. `npm run lint` has the newer rules, too.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// What the scanner checks in a published tarball. Its other files are checked as source.
const TARBALL_FILE_PATTERNS = ['**/*.js', 'package.json'];

const root = fileURLToPath(new URL('..', import.meta.url));

/** Packs the package as npm would publish it, and returns the folder into which it is unpacked. */
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

// The scanner passes a folder in which it finds nothing to check, and says so only in its message.
const isClean = ({ passed, message = '' }) => passed && message === '';

function report(what, { message = '', details = '', ...result }) {
	const verdict = isClean({ ...result, message }) ? 'passed' : 'FAILED';
	console.log(`${verdict}  ${what}  ${message}\n${details}`.trimEnd());
}

if (!existsSync(join(root, 'dist/nodes'))) {
	console.error('There is no dist/ to scan: run "npm run build" first.');
	process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'scan-'));
// When it is loaded, the scanner creates a temporary folder that it never removes.
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
