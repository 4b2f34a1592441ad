/**
 * `npm run n8n`: a whole n8n on this machine with the package, a credential, the emulator of the
 * gateway and the example workflows. Ctrl-C stops and removes all of it.
 */
import { parseArgs } from 'node:util';

import getPort from 'get-port';

import { startEmulator } from '../../emulator/emulator.mts';
import { LOOK_UP_ROUTES, RUN_ROUTES } from '../../test/harness/freeRoutes.mts';
import { installCommunityPackage, pack } from '../../test/n8n/harness/communityPackage.mts';
import { CREDENTIAL_NAME } from '../../test/n8n/harness/credentials.mts';
import { example, exampleNames } from '../../test/n8n/harness/examples.mts';
import { installVersion } from '../../test/n8n/harness/installVersion.mts';
import { leaveNothingBehind } from '../../test/n8n/harness/leaveNothingBehind.mts';
import { anyDatabase, newPlace, startN8n } from '../../test/n8n/harness/n8n.mts';
import { OWNER } from '../../test/n8n/harness/rest.mts';
import { temporaryFolder } from '../../test/n8n/harness/temporaryFolders.mts';
import { versionNamed } from '../../test/n8n/harness/versions.mts';
import { saveWorkflow } from '../../test/n8n/harness/workflows.mts';
import { API_KEY, setUpAccount } from '../../test/n8n/harness/world.mts';

const USAGE = `npm run n8n -- [--version 2.41] [--port 5678] [--latency 300]

Starts an n8n with this package, the examples and the emulated gateway. --version is 2.41 or 1.123,
--latency is in milliseconds for each call.`;

/** Prints the reason and the usage, and exits. */
function refuse(why: string): never {
	console.error(`${why}\n\n${USAGE}`);
	process.exit(2);
}

function optionsGiven() {
	try {
		const { values } = parseArgs({
			options: {
				help: { type: 'boolean', default: false },
				version: { type: 'string', default: '2.41' },
				port: { type: 'string', default: '5678' },
				/** Milliseconds before every answer, because a real platform is slower than an emulator. */
				latency: { type: 'string', default: '300' },
			},
		});
		const port = Number(values.port);
		if (!Number.isInteger(port)) throw new Error(`No port: ${values.port}`);
		return { ...values, port, version: versionNamed(values.version) };
	} catch (error) {
		return refuse((error as Error).message);
	}
}

const { help, version, port, latency } = optionsGiven();
if (help) {
	console.log(USAGE);
	process.exit(0);
}
// If the port is taken, getPort returns another one.
const free = await getPort({ port }).catch(() => undefined);
if (free !== port) refuse(`Port ${port} is taken: choose another one with --port.`);

leaveNothingBehind();

await installVersion(version);

console.log(`Starting n8n ${version.name} …`);
const emulator = await startEmulator({
	apiKeys: [API_KEY],
	settings: {
		...{ latencyMs: Number(latency), today: Date.now() / 1000 },
		freeRoutes: { ...LOOK_UP_ROUTES, ...RUN_ROUTES },
	},
});
const place = await newPlace(version, await anyDatabase(version), port);
await installCommunityPackage(await pack(temporaryFolder('pack')), place.home);
const n8n = await startN8n(place);

const { rest } = await setUpAccount(n8n.url, emulator);
const links: string[] = [];
for (const name of exampleNames()) {
	const { id } = await saveWorkflow(rest, example(name));
	links.push(`${name.padEnd(30)} ${n8n.url}/workflow/${id}`);
}

console.log(`
n8n ${version.name}      ${n8n.url}
  e-mail       ${OWNER.email}
  password     ${OWNER.password}
  log          ${n8n.logFile}

The emulator of the gateway (nothing costs anything)
  base URL     ${emulator.url}
  API key      ${API_KEY}
  provider     ${emulator.provider}
  what was bought so far: ${emulator.url}/emulator/ledger

The credential "${CREDENTIAL_NAME}" and these workflows are there:
  ${links.join('\n  ')}

Open "keyword-image-search" and click Execute workflow: it needs nothing else.
For an n8n of your own, see docs/install.md. n8n 3 loads the package only where
N8N_UNVERIFIED_PACKAGES_ENABLED=true is set, as it is here.
Ctrl-C stops everything and leaves nothing behind.`);

await n8n.program.ended;
// Reached only if n8n ends by itself: Ctrl-C ends this process.
await n8n.program.mustRun();
