// Prepares a fresh clone: installs what package-lock.json names, and builds dist/, unless both are up to date. Then runs
// the command in its arguments, if any:
//
//     node tools/setup.mjs jest --watch
//
// It runs on the machine's Node, because the project's own is not installed yet. It starts the command itself, because a
// shell that has run `node` once remembers its path: it would run the machine's Node again, although the project's now
// comes first in PATH.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const versionIn = (text) => (/\d+\.\d+/.exec(text) ?? ['0.0'])[0].split('.').map(Number);
const [major, minor] = versionIn(process.version);
const [least, leastMinor] = versionIn(engines.node);
if (major < least || (major === least && minor < leastMinor)) {
	console.error(
		`This needs Node.js ${least}.${leastMinor} or newer, but this is ${process.version}.`,
	);
	process.exit(1);
}

// On Windows, commands of npm packages start only through a shell.
const shell = process.platform === 'win32';

function npm(...args) {
	const { status } = spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell });
	if (status !== 0) process.exit(status ?? 1);
}

// npm 10, which comes with Node 20, does not know `allowScripts`, and fails at a package whose install script rejects
// every npm.
function ci() {
	const { stdout } = spawnSync('npm', ['--version'], { encoding: 'utf8', shell });
	return Number(stdout.split('.')[0]) < 11 ? ['exec', '--yes', 'npm@11.19.1', '--', 'ci'] : ['ci'];
}

function newestChange(path) {
	const stat = statSync(path);
	if (!stat.isDirectory()) return stat.mtimeMs;
	return Math.max(0, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

// npm writes this file when an install is complete.
const installed = join(root, 'node_modules', '.package-lock.json');
const isInstalled =
	existsSync(installed) &&
	newestChange(join(root, 'package-lock.json')) <= statSync(installed).mtimeMs;
if (!isInstalled) {
	console.log('Installing the development dependencies (once, takes some minutes) …');
	npm(...ci(), '--no-audit', '--no-fund', '--loglevel=error');
}

const sources = ['nodes', 'credentials', 'icons', 'package.json', 'tsconfig.json', 'gulpfile.js'];
const built = join(root, 'dist', 'nodes', 'DataAccess', 'DataAccess.node.js');
const isBuilt =
	existsSync(built) &&
	sources.every((source) => newestChange(join(root, source)) <= statSync(built).mtimeMs);
if (!isBuilt) {
	console.log('Building the package …');
	// Its spinner needs a terminal, so show its output only if it fails.
	const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build'], {
		cwd: root,
		encoding: 'utf8',
		shell,
	});
	if (status !== 0) {
		console.error(`${stdout}${stderr}`);
		process.exit(status ?? 1);
	}
}

/** Runs a command in place of this process: with the same terminal, signals and exit code. */
function become(command, args) {
	process.env.PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
	const child = spawn(command, args, { cwd: root, stdio: 'inherit', shell });
	const forward = (signal) => {
		// The terminal sends Ctrl-C to the child, too; a second signal would interrupt its cleanup.
		if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
	};
	const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
	for (const signal of signals) process.on(signal, forward);
	child.on('error', (error) => {
		console.error(`${command} could not be started: ${error.message}`);
		process.exit(127);
	});
	child.on('exit', (code, signal) => {
		for (const each of signals) process.off(each, forward);
		if (signal === null) process.exit(code);
		process.kill(process.pid, signal);
	});
}

const [command, ...args] = process.argv.slice(2);
if (command !== undefined) become(command, args);
