import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own that gives one answer to every call. */
export interface FixedGateway {
	url: string;
	/** Sets the answer to all later calls. */
	answer(body: string): Promise<void>;
	close(): void;
}

export async function startFixedGateway(): Promise<FixedGateway> {
	const child = fork(fileURLToPath(import.meta.url), [], { execArgv: [] });
	const close = () => void child.kill();
	process.once('exit', close);
	const next = async () => await new Promise<unknown>((resolve) => child.once('message', resolve));
	const url = (await next()) as string;
	return {
		url,
		async answer(body) {
			child.send(body);
			await next();
		},
		close,
	};
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.send) {
	let answer = '';
	process.on('message', (body) => {
		answer = String(body);
		process.send!('ready');
	});
	process.once('disconnect', () => process.exit());
	const server = createServer((request, response) => {
		request.resume();
		request.once('end', () => {
			response.setHeader('content-type', 'application/json');
			response.end(answer);
		});
	});
	server.listen(0, '127.0.0.1', () => {
		const { port } = server.address() as AddressInfo;
		process.send!(`http://127.0.0.1:${port}`);
	});
}
