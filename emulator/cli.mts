import { parseArgs } from 'node:util';

import { startEmulator } from './emulator.mts';

const USAGE = `npm run emulator -- [--port 8790] [--seed 1] [--key test-key] [--latency 0]

Starts the emulated gateway. --latency is in milliseconds per call.`;

// An invalid option, or a port that is already in use.
process.once('uncaughtException', ({ message }) => {
	console.error(`${message}\n\n${USAGE}`);
	process.exit(2);
});

const { values } = parseArgs({
	options: {
		help: { type: 'boolean', default: false },
		port: { type: 'string', default: '8790' },
		seed: { type: 'string', default: '1' },
		key: { type: 'string', default: 'test-key' },
		latency: { type: 'string', default: '0' },
	},
});

if (values.help) {
	console.log(USAGE);
	process.exit(0);
}

const emulator = await startEmulator({
	port: Number(values.port),
	seed: Number(values.seed),
	apiKeys: [values.key],
	settings: { latencyMs: Number(values.latency), today: Date.now() / 1000 },
});

const example = {
	provider: emulator.provider,
	endpoint: '/api/v1/notes/app_v2/search_images',
	input: { keyword: 'cats size-130' },
};

console.log(`Emulator of the data-access gateway
  address   ${emulator.url}
  API key   ${values.key}
  provider  ${emulator.provider}
  help      ${emulator.url}/emulator

curl -s ${emulator.url}/v1/run \\
  -H 'Authorization: Bearer ${values.key}' -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(example)}'

Press Ctrl-C to stop it.`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => void emulator.close());
}
