import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';

import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { MediaFault } from '../../emulator/emulator.mts';
import { mediaFile } from '../../emulator/media/file.mts';
import type * as downloadModule from '../../nodes/DataAccess/deliver/download.ts';
import { built } from '../harness/built.mts';
import { until } from '../harness/money.mts';
import {
	eachOperation,
	getCommentReplies,
	getPosts,
	searchImages,
} from '../harness/operations.mts';
import type { OperationCase } from '../harness/operations.mts';
import { useWorld } from '../harness/useWorld.mts';
import { API_KEY } from '../harness/world.mts';
import type { NodeRunOptions } from '../harness/world.mts';

const world = useWorld();

beforeEach(() => {
	world.emulator.configure({ mediaBase: `${world.emulator.url}/media` });
});

const MEGABYTE = 1024 * 1024;

/** Runs an operation that downloads what its records' media URLs lead to. */
async function download(
	operation: OperationCase,
	list: string,
	parameters: IDataObject = {},
	options: NodeRunOptions = {},
) {
	const { options: more, ...rest } = parameters;
	return await world.run(
		{
			...operation.parameters(list),
			...rest,
			options: { downloadMedia: true, ...(more as IDataObject) },
		},
		options,
	);
}

const fileOf = ({ binary }: INodeExecutionData): IBinaryData | undefined => binary?.data;
const bytesOf = (file: IBinaryData | undefined) => Buffer.from(file?.data ?? '', 'base64');

/** The path that the emulator's route sees for a record's media URL. */
const pathOf = (address: unknown) => String(address).split('/media')[1] as string;
const requested = () => world.emulator.mediaRequests.map(({ path }) => path);

/**
 * Stops the node's clock. The deadlines of so many seconds pass when the function is called, once so
 * many files were asked for, and so many of these deadlines are still listened to.
 */
function holdDeadlines() {
	const held: Array<{ ms: number; end: AbortController }> = [];
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const end = new AbortController();
		held.push({ ms, end });
		return end.signal;
	});
	return async (seconds: number, requests: number, waiting: number) => {
		const open = () =>
			held
				.filter(({ ms }) => ms === seconds * 1000)
				.filter(({ end }) => getEventListeners(end.signal, 'abort').length > 0);
		const { mediaRequests } = world.emulator;
		await until(() => mediaRequests.length === requests && open().length === waiting);
		for (const { end } of open()) end.abort();
	};
}

describe.each(eachOperation)('%s', (_label, operation) => {
	test.each(['simplified', 'raw', 'selected'])('%s: the files of its records', async (output) => {
		const list = 'size-12';
		const { records } = await world.run(operation.parameters(list));
		const addresses = records.map(({ mediaUrl }) => mediaUrl);
		const { calls } = world.emulator.summary();
		world.emulator.ledger.length = 0;

		const run = await download(operation, list, { output, fields: 'id' });
		expect(run.status).toBe('success');
		expect(run.items).toHaveLength(12);
		for (const [index, item] of run.items.entries()) {
			const address = addresses[index];
			if (address === null) {
				expect(item).not.toHaveProperty('binary');
				continue;
			}
			const { bytes, contentType } = mediaFile(pathOf(address));
			const name = decodeURIComponent(new URL(String(address)).pathname.split('/').at(-1) ?? '');
			expect(fileOf(item)).toMatchObject({ fileName: name, mimeType: contentType });
			expect(bytesOf(fileOf(item))).toEqual(bytes);
		}
		const wanted = addresses.filter((address) => address !== null).map(pathOf);
		expect(requested().sort()).toEqual([...new Set(wanted)].sort());
		expect(world.emulator.summary()).toMatchObject({ calls, duplicates: [] });
		expect(run.hint).not.toContain('downloaded');
	});
});

test.each([
	['it is off', getPosts, { options: { downloadMedia: false } }, {}],
	['Output is Pages', getPosts, { output: 'pages' }, {}],
	[
		'an agent runs the node',
		getPosts,
		{},
		{ node: { type: 'n8n-nodes-data-access.dataAccessTool' } },
	],
	['the records have no media', getCommentReplies, {}, {}],
] as Array<[string, OperationCase, IDataObject, NodeRunOptions]>)(
	'no file is downloaded where %s',
	async (_label, operation, parameters, options) => {
		const run = await download(operation, 'size-3', parameters, options);
		expect(run.status).toBe('success');
		expect(run.records.length).toBeGreaterThan(0);
		expect(run.items.filter(({ binary }) => binary)).toEqual([]);
		expect(world.emulator.mediaRequests).toEqual([]);
	},
);

test('a trigger downloads nothing', async () => {
	const { output } = await world.poll(
		{ ...getPosts.parameters('size-3'), firstPoll: 'emit', options: { downloadMedia: true } },
		{ staticData: {} },
	);
	expect(output?.[0]).toHaveLength(3);
	expect(world.emulator.mediaRequests).toEqual([]);
});

test('an unknown endpoint is refused before anything is bought, except in a tool', async () => {
	const parameters = { resource: 'gateway', operation: 'run', output: 'raw', price: 0.01 };
	const options = { downloadMedia: true };
	const known = { ...parameters, endpoint: getPosts.endpoint, input: '{"user_id": "size-3"}' };
	const run = await world.run({ ...known, options });
	expect(run.items.map(fileOf)).toEqual(
		Array(3).fill(expect.objectContaining({ data: expect.anything() })),
	);

	world.emulator.reset();
	const unknown = { ...parameters, endpoint: '/api/v1/other', input: '{}' };
	const { error } = await world.run({ ...unknown, options });
	expect(error?.message).toMatch(/^'Download Media' cannot be used here/);
	expect(world.emulator.ledger).toEqual([]);

	const type = 'n8n-nodes-data-access.dataAccessTool';
	await world.run({ ...unknown, options }, { node: { type } });
	expect(world.emulator.ledger).toHaveLength(1);
});

test('a file that several items lead to is downloaded once', async () => {
	const items = [{ list: 'a size-3' }, { list: 'b size-2' }, { list: 'a size-3' }];
	const run = await download(getPosts, '={{ $json.list }}', {}, { items });
	expect(run.items).toHaveLength(8);
	expect(run.items.map(fileOf)).not.toContain(undefined);
	expect(requested()).toHaveLength(5);
	expect(new Set(requested()).size).toBe(5);
	expect(run.items.slice(5).map(fileOf)).toEqual(run.items.slice(0, 3).map(fileOf));
	expect(world.emulator.summary().calls).toBe(2);
});

test('four are downloaded at a time', async () => {
	world.emulator.addMediaFault({ kind: 'slow', afterMs: 40 });
	await download(getPosts, 'size-12');
	const { mediaRequests } = world.emulator;
	expect(mediaRequests).toHaveLength(12);
	expect(Math.max(...mediaRequests.map(({ concurrent }) => concurrent))).toBe(4);
});

test('no request carries the key, not even after a redirect', async () => {
	const elsewhere = new URL(world.emulator.url);
	elsewhere.hostname = 'localhost';
	const location = `${elsewhere.origin}/media/elsewhere.png`;
	world.emulator.addMediaFault({
		kind: 'redirect',
		location,
		match: 'img.photos',
		httpStatus: 307,
	});
	const run = await download(getPosts, 'one size-1');
	const { mediaRequests } = world.emulator;
	expect(mediaRequests.map(({ headers }) => headers.host)).toEqual([
		new URL(world.emulator.url).host,
		elsewhere.host,
	]);
	expect(JSON.stringify(mediaRequests)).not.toContain(API_KEY);
	for (const { headers } of mediaRequests) {
		expect(headers).not.toHaveProperty('authorization');
		expect(headers).not.toHaveProperty('cookie');
	}
	expect(bytesOf(fileOf(run.items[0]))).toEqual(mediaFile('/elsewhere.png').bytes);
	expect(fileOf(run.items[0])?.mimeType).toBe('image/png');
});

const HOST = /127\.0\.0\.1:\d+: /.source;

describe('a record stays whole if its file cannot be downloaded', () => {
	const CASES: Array<[string, MediaFault, string, deadline?: number]> = [
		['404', { kind: 'status', httpStatus: 404 }, 'HTTP 404'],
		['500', { kind: 'status', httpStatus: 500 }, 'HTTP 500'],
		[
			'a web page',
			{ kind: 'type', contentType: 'text/html; charset=utf-8' },
			'text/html instead of media',
		],
		[
			'JSON',
			{ kind: 'type', contentType: 'application/json' },
			'application/json instead of media',
		],
		['an empty file', { kind: 'empty' }, 'an empty file'],
		[
			'too large by its Content-Length',
			{ kind: 'size', bytes: 51 * MEGABYTE },
			'larger than 50 MB',
		],
		['cut in the middle', { kind: 'cut' }, 'aborted|connection reset'],
		['no answer', { kind: 'hang' }, 'no answer within 15 seconds', 15],
		['half of it, then nothing', { kind: 'stall' }, 'not complete within 60 seconds', 60],
		['redirected to a file', { kind: 'redirect', location: 'file:///etc/passwd' }, '.*[Pp]rotocol'],
		[
			'redirected in circles',
			{ kind: 'redirect', location: '/media/img.photos/again' },
			'.*redirect',
		],
		[
			'redirected to a closed port',
			{ kind: 'redirect', location: 'http://127.0.0.1:9/x' },
			'connection refused',
		],
	];

	test.each(CASES)('%s', async (_label, fault, reason, deadline = 0) => {
		const { records } = await world.run(getPosts.parameters('size-4'));
		const bad = records.filter(({ mediaUrl }) => String(mediaUrl).includes('img.photos'));
		expect(bad.length).toBeGreaterThan(0);
		world.emulator.addMediaFault({ ...fault, match: 'img.photos' });
		const pass = holdDeadlines();
		const running = download(getPosts, 'size-4', {}, { node: { retryOnFail: true } });
		if (deadline > 0) await pass(deadline, 4, bad.length);
		const run = await running;
		expect(run.status).toBe('success');
		expect(run.records).toEqual(records);
		for (const { json, binary } of run.items) {
			expect(binary === undefined).toBe(bad.some(({ id }) => id === json.id));
		}
		const words = `${bad.length} of 4 files could not be downloaded \\(${HOST}(${reason}).*\\)\\.`;
		expect(run.hint).toMatch(new RegExp(words));
		expect(run.hint).not.toContain('sign=');
		expect(run.hints[0].type).toBe('warning');
		expect(run.stored).not.toContain(API_KEY);
		expect(world.emulator.summary()).toMatchObject({ calls: 2, charged: 0.003 });
		await until(() => world.emulator.mediaRequests.every(({ endedAt }) => endedAt !== null));
	});

	test('a media URL that is no URL', async () => {
		world.emulator.configure({ mediaBase: 'ftp://127.0.0.1' });
		const run = await download(getPosts, 'size-2');
		expect(run.records).toHaveLength(2);
		expect(run.hint).toContain(
			'2 of 2 files could not be downloaded (not an http or https address).',
		);
	});
});

test('a file without an end is read up to 50 MB', async () => {
	world.emulator.addMediaFault({ kind: 'endless' });
	const run = await download(getPosts, 'size-1');
	expect(run.hint).toMatch(/1 of 1 file could not be downloaded \(.*: larger than 50 MB\)/);
	const [request] = world.emulator.mediaRequests;
	await until(() => request?.endedAt !== null);
	expect(request?.sent).toBeGreaterThan(50 * MEGABYTE);
	expect(request?.sent).toBeLessThan(60 * MEGABYTE);
});

test('after five minutes the rest is left out, and what is there is delivered', async () => {
	const pass = holdDeadlines();
	const { mediaRequests } = world.emulator;
	world.emulator.addMediaFault({ kind: 'slow', afterMs: 0, times: 4 });
	world.emulator.addMediaFault({ kind: 'hang' });
	const running = download(getPosts, 'size-12');
	await pass(5 * 60, 8, 1);
	const run = await running;
	expect(run.status).toBe('success');
	expect(run.records).toHaveLength(12);
	expect(run.items.filter(({ binary }) => binary)).toHaveLength(4);
	expect(run.hint).toContain(
		'8 of 12 files were left out: a run downloads at most 500 MB in 5 minutes.',
	);
	expect(run.hints[0].type).toBe('warning');
	expect(mediaRequests).toHaveLength(8);
	await until(() => mediaRequests.every(({ endedAt }) => endedAt !== null));
});

describe('a run downloads at most 500 MB', () => {
	const { downloader } = built<typeof downloadModule>('deliver/download');
	const CHUNK = new Uint8Array(MEGABYTE);

	/** A downloader of files of so many megabytes each, which n8n keeps in memory. */
	function downloaderOf(megabytes: number) {
		const kept: number[] = [];
		const httpRequest = async ({ abortSignal }: { abortSignal: AbortSignal }) => {
			const chunks = Array.from({ length: megabytes }, () => CHUNK);
			const body = Readable.from(chunks);
			abortSignal.addEventListener('abort', () => body.destroy(new Error('aborted')));
			return { statusCode: 200, headers: { 'content-type': 'image/png' }, body };
		};
		const prepareBinaryData = async (stream: AsyncIterable<Uint8Array>) => {
			let size = 0;
			for await (const chunk of stream) size += chunk.length;
			kept.push(size);
			return {};
		};
		return { kept, download: downloader({ httpRequest, prepareBinaryData } as never, undefined) };
	}

	test('ten files of 49 MB come, and then no more', async () => {
		const { kept, download } = downloaderOf(49);
		const outcomes = [];
		for (let file = 0; file < 14; file++) outcomes.push(await download(`https://x/${file}`));
		expect(outcomes.map((outcome) => Object.keys(outcome)[0])).toEqual([
			...Array(10).fill('file'),
			...Array(4).fill('isLeftOut'),
		]);
		expect(kept).toEqual(Array(10).fill(49 * MEGABYTE));
	});

	test('what is read of files that are too large counts, too', async () => {
		const { kept, download } = downloaderOf(51);
		const outcomes = [];
		for (let file = 0; file < 12; file++) outcomes.push(await download(`https://x/${file}`));
		expect(outcomes).toEqual([
			...Array(10).fill({ why: 'x: larger than 50 MB' }),
			...Array(2).fill({ isLeftOut: true }),
		]);
		expect(kept).toEqual([]);
	});
});

test('without a type from the server, the name decides', async () => {
	world.emulator.addMediaFault({ kind: 'type', contentType: null });
	const run = await download(searchImages, 'a', { limit: 5 });
	const types = run.items.map((item) => {
		const { fileName, mimeType } = fileOf(item) ?? {};
		return [fileName?.split('.').at(-1), mimeType];
	});
	expect(new Set(types.map(([ending]) => ending))).toEqual(new Set(['jpg', 'webp']));
	for (const [ending, type] of types) {
		expect(type).toBe(ending === 'jpg' ? 'image/jpeg' : 'image/webp');
	}
});

test('only the files of delivered records are downloaded', async () => {
	world.emulator.addFault({ kind: 'server', httpStatus: 500, match: { page: 2 } });
	const failed = await download(getPosts, 'part size-30', { returnAll: true });
	expect(failed.status).toBe('error');
	expect(world.emulator.mediaRequests).toEqual([]);

	const kept = await download(getPosts, 'part size-30', {
		limit: 20,
		options: { keepBought: true },
	});
	expect(kept.items).toHaveLength(20);
	expect(requested()).toHaveLength(20);
	expect(world.emulator.summary().duplicates).toEqual([]);
});

test('a Stop ends the downloads, and what was bought is there for the next execution', async () => {
	world.emulator.addMediaFault({ kind: 'stall' });
	let stop = () => {};
	const running = download(getPosts, 'size-12', {}, { onStart: (cancel) => (stop = cancel) });
	const { mediaRequests } = world.emulator;
	await until(() => mediaRequests.length === 4);
	stop();
	expect((await running).status).toBe('canceled');
	await until(() => mediaRequests.every(({ endedAt }) => endedAt !== null));
	expect(mediaRequests).toHaveLength(4);

	const next = await world.run(getPosts.parameters('size-12'));
	expect(next.records).toHaveLength(12);
	expect(world.emulator.ledger).toHaveLength(1);
});

test('no listener of a download stays behind', async () => {
	const signals = new Set<EventTarget>();
	const add = EventTarget.prototype.addEventListener;
	jest.spyOn(EventTarget.prototype, 'addEventListener').mockImplementation(function (
		this: EventTarget,
		...given: Parameters<typeof add>
	) {
		if (given[0] === 'abort') signals.add(this);
		return add.apply(this, given);
	});
	await download(getPosts, 'size-12');
	const left = [...signals].map((signal) => getEventListeners(signal, 'abort').length);
	expect(left.length).toBeGreaterThan(24);
	expect(Math.max(...left)).toBeLessThan(5);
});
