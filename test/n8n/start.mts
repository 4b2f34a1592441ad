/**
 * `npm run n8n`: a whole n8n on this machine with the package, a credential, the emulator of the
 * gateway and the example workflows. Ctrl-C stops all of it, and nothing of it stays.
 */
import { parseArgs } from 'node:util';
import { startEmulator } from '../../emulator/emulator.mts';
import { installCommunityPackage, pack } from './harness/communityPackage.mts';
import { createCredential, credentialName } from './harness/credentials.mts';
import { example, exampleNames } from './harness/examples.mts';
import { removeFoldersAtTheEnd, temporaryFolder } from './harness/temporaryFolders.mts';
import { installVersion } from './harness/installVersion.mts';
import { versionNamed } from './harness/versions.mts';
import { newPlace, startN8n } from './harness/n8n.mts';
import { mustRun, stopAllAtTheEnd } from './harness/programs.mts';
import { owner, Rest } from './harness/rest.mts';
import { anyDatabase, apiKey } from './harness/regularMode.mts';
import { saveWorkflow } from './harness/workflows.mts';

const { values } = parseArgs({
	options: {
		version: { type: 'string', default: '2.41' },
		port: { type: 'string', default: '5678' },
		/** Milliseconds before every answer: a real platform is not as fast as an emulator. */
		latency: { type: 'string', default: '300' },
	},
});

stopAllAtTheEnd();
removeFoldersAtTheEnd();

const version = versionNamed(values.version);
await installVersion(version, console.log);

console.log(`Starting n8n ${version.name} …`);
const emulator = await startEmulator({
	apiKeys: [apiKey],
	settings: { latencyMs: Number(values.latency) },
});
const home = temporaryFolder(`n8n-${version.name}`);
const place = await newPlace(version, await anyDatabase(version), home, Number(values.port));
await installCommunityPackage(await pack(temporaryFolder('pack')), place.home);
const n8n = await startN8n(place);

const rest = new Rest(n8n.url);
await rest.setUpOwner();
const { url: baseUrl, provider } = emulator;
await createCredential(rest, { baseUrl, apiKey, provider });
const links: string[] = [];
for (const name of exampleNames()) {
	const { id } = await saveWorkflow(rest, example(name));
	links.push(`${name.padEnd(30)} ${n8n.url}/workflow/${id}`);
}

console.log(`
n8n ${version.name}      ${n8n.url}
  e-mail       ${owner.email}
  password     ${owner.password}

The emulator of the gateway (nothing costs anything)
  base URL     ${baseUrl}
  API key      ${apiKey}
  provider     ${provider}
  what was bought so far: ${baseUrl}/emulator/ledger

The credential "${credentialName}" and these workflows are there:
  ${links.join('\n  ')}

Open "keyword-image-search" and click Execute workflow: it needs nothing else.
Ctrl-C stops everything and leaves nothing behind.`);

await n8n.program.exited;
// reached only where n8n ended by itself: Ctrl-C ends this process
await mustRun(n8n.program);
