import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A server's other address, at which it can be gone for a while, as while it restarts. */
export interface Restartable {
	readonly url: string;
	/** Breaks all connections, so that answers on their way are lost, and refuses new ones. */
	goDown(): Promise<void>;
	comeUp(): Promise<void>;
	close(): Promise<void>;
}

/** Gives the server at `target` such an address. */
export async function restartable(target: string): Promise<Restartable> {
	const open = new Set<Socket>();
	const server: Server = createServer((client) => {
		const upstream = connect(Number(new URL(target).port), '127.0.0.1');
		for (const [one, other] of [
			[client, upstream],
			[upstream, client],
		] as const) {
			open.add(one);
			one.on('error', () => other.destroy()).once('close', () => open.delete(one));
			one.pipe(other);
		}
	});
	// Whoever forgets it ends all the same.
	server.unref();
	const listen = (port: number) =>
		new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	const goDown = async () => {
		const closed = new Promise((resolve) => server.close(resolve));
		for (const socket of open) socket.destroy();
		await closed;
	};
	await listen(0);
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		goDown,
		comeUp: () => listen(port),
		close: async () => {
			if (server.listening) await goDown();
		},
	};
}
