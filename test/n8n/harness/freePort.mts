import { createServer, type AddressInfo } from 'node:net';

/** A port of the loopback address on which nobody listens. */
export async function freePort(): Promise<number> {
	const { promise, resolve, reject } = Promise.withResolvers<number>();
	const server = createServer();
	server.once('error', reject);
	server.listen(0, '127.0.0.1', () => {
		const { port } = server.address() as AddressInfo;
		server.close(() => resolve(port));
	});
	return await promise;
}
