// Makes a fresh clone ready, and costs nothing on one that is: installs what package-lock.json
// names, and builds what is newer than dist/. Runs on whatever Node the machine has, before the
// project's own is there.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

function npm(...args) {
	const { status } = spawnSync('npm', args, {
		cwd: root,
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	if (status !== 0) process.exit(status ?? 1);
}

// npm 10, which comes with Node 20, does not know `allowScripts` and stops at a package whose install
// script refuses every npm.
function ci() {
	const { stdout } = spawnSync('npm', ['--version'], {
		encoding: 'utf8',
		shell: process.platform === 'win32',
	});
	return Number(stdout.split('.')[0]) < 11 ? ['exec', '--yes', 'npm@11', '--', 'ci'] : ['ci'];
}

function newestChange(path) {
	const stat = statSync(path);
	if (!stat.isDirectory()) return stat.mtimeMs;
	return Math.max(0, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

// npm writes its own lock into node_modules when an install is whole.
const installed = join(root, 'node_modules', '.package-lock.json');
const isInstalled =
	existsSync(installed) &&
	newestChange(join(root, 'package-lock.json')) <= statSync(installed).mtimeMs;
if (!isInstalled) {
	console.log('Installing the development dependencies (about a minute) …');
	npm(...ci(), '--no-audit', '--no-fund', '--loglevel=error');
}

const sources = ['nodes', 'credentials', 'icons', 'package.json', 'tsconfig.json', 'gulpfile.js'];
const built = join(root, 'dist', 'nodes', 'DataAccess', 'DataAccess.node.js');
const isBuilt =
	existsSync(built) &&
	sources.every((source) => newestChange(join(root, source)) <= statSync(built).mtimeMs);
if (!isBuilt) {
	console.log('Building the package …');
	npm('run', '--silent', 'build');
}
