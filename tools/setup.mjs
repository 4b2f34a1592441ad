// Makes a fresh clone ready, and costs nothing on one that is: installs what package-lock.json
// names, and builds what is newer than dist/. Then runs the command that its arguments name, if any:
//
//     node tools/setup.mjs jest --watch
//
// It runs on whatever Node the machine has, before the project's own is there, and starts the command
// itself for that reason: a shell that has run `node` once remembers where it was, and would run the
// machine's Node again although the project's has come to stand before it on the path.
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
		`This needs Node.js ${least}.${leastMinor} or newer, and here is ${process.version}.`,
	);
	process.exit(1);
}

// Windows starts the commands of npm packages only through its shell.
const shell = process.platform === 'win32';

function npm(...args) {
	const { status } = spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell });
	if (status !== 0) process.exit(status ?? 1);
}

// npm 10, which comes with Node 20, does not know `allowScripts` and stops at a package whose install
// script refuses every npm.
function ci() {
	const { stdout } = spawnSync('npm', ['--version'], { encoding: 'utf8', shell });
	return Number(stdout.split('.')[0]) < 11 ? ['exec', '--yes', 'npm@11.19.1', '--', 'ci'] : ['ci'];
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
	console.log('Installing the development dependencies (once, some minutes) …');
	npm(...ci(), '--no-audit', '--no-fund', '--loglevel=error');
}

const sources = ['nodes', 'credentials', 'icons', 'package.json', 'tsconfig.json', 'gulpfile.js'];
const built = join(root, 'dist', 'nodes', 'DataAccess', 'DataAccess.node.js');
const isBuilt =
	existsSync(built) &&
	sources.every((source) => newestChange(join(root, source)) <= statSync(built).mtimeMs);
if (!isBuilt) {
	console.log('Building the package …');
	// Its spinner is for a terminal alone: nothing of it is shown unless it fails.
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

/** Runs a command as if this process were it: same arguments, terminal, signals and exit. */
function become(command, args) {
	process.env.PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
	const child = spawn(command, args, { cwd: root, stdio: 'inherit', shell });
	const forward = (signal) => {
		// A terminal's Ctrl-C reaches the child by itself; a second one would end its clean-up.
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
