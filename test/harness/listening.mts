import type { AddressInfo, Server } from 'node:net';

/** Lets a server listen on a free port of the loopback interface, and returns the port. */
export async function listening(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port;
}
