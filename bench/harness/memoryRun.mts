import { leaveNothingBehind } from '../../test/n8n/harness/leaveNothingBehind.mts';
import { startBench } from './measure.mts';
import { askByUndici } from '../peers/undici.mts';
import { startGateway } from './gateway.mts';

/** What one run of the node takes. It has a process of its own: see `isolated`. */
export interface MemoryRun {
	records: number;
	/** Bytes of the parsed records alone. */
	alone: number;
	/** Maximum number of bytes that were alive while the node ran. */
	peak: number;
	/** CPU milliseconds of the run, without those for measuring memory. */
	cpuMs: number;
}

export interface MemoryInput {
	records: number;
	inputItems: number;
	/** Characters of a record; 0 for those of the emulator. */
	length: number;
	/** Number of records from which the bytes of one are computed; 0 if memory is not measured. */
	sample: number;
}

const PAGE_SIZE = 50;

const collect = globalThis.gc as () => void;

/** Returns the bytes that are alive: objects, texts, and the compressed pages outside of the heap. */
function alive(): number {
	collect();
	const { heapUsed, arrayBuffers } = process.memoryUsage();
	return heapUsed + arrayBuffers;
}

const cpuMs = () => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
};

leaveNothingBehind();
const input = JSON.parse(process.argv[2] ?? '') as MemoryInput;
const gateway = await startGateway();
const bench = await startBench();
await gateway.configure({ postLength: input.length });
const size = input.records / input.inputItems;
const users = Array.from({ length: input.inputItems }, (_, index) => `${index}-size-${size}`);
const run = async (names: readonly string[]) =>
	await bench.run(
		{
			resource: 'user',
			operation: 'getPosts',
			userId: '={{ $json.user }}',
			pageSize: PAGE_SIZE,
			returnAll: true,
			output: 'raw',
			maxCost: 0,
		},
		{ items: names.map((user) => ({ user })), baseUrl: gateway.url },
	);
// What a process loads for its first calls must not count.
for (const name of ['first', 'second']) {
	await run([`${name}-size-500`]);
	await askByUndici({ pageSize: PAGE_SIZE }, gateway, [`${name}-size-500`]);
}

// Collections also remove code that was needed only at the start.
for (let times = 0; times < 10; times++) collect();

/** Returns the bytes of the records alone. A separate function, so that nothing holds them afterwards. */
async function bytesAlone(): Promise<number> {
	// Without undici's buffers, which it keeps.
	const heap = () => {
		collect();
		return process.memoryUsage().heapUsed;
	};
	const before = heap();
	const records = await askByUndici({ pageSize: PAGE_SIZE }, gateway, [
		`alone-size-${input.sample}`,
	]);
	const bytes = heap() - before;
	return (bytes * input.records) / records.length;
}
const alone = input.sample > 0 ? await bytesAlone() : 0;
collect();

const before = alive();
let peak = 0;
let looking = 0;
const look = () => {
	const began = cpuMs();
	peak = Math.max(peak, alive() - before);
	looking += cpuMs() - began;
};
const sampling = input.sample > 0 ? setInterval(look, Math.max(5, input.records / 50)) : undefined;
const began = cpuMs();
const execution = await run(users);
const taken = cpuMs() - began - looking;
clearInterval(sampling);
look();
const { length: records } = execution.items('Data Access');
const result: MemoryRun = { records, alone, peak, cpuMs: taken };
process.send!(result, () => process.exit(0));
