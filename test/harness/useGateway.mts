import { afterAll, beforeAll, beforeEach } from '@jest/globals';

import { startGateway } from './gateway.mts';
import type { OwnGateway } from './gateway.mts';

/** A gateway of a test's own for all tests of a file. */
export function useGateway(): OwnGateway {
	const gateway = {} as OwnGateway;
	beforeAll(async () => {
		const started = Object.getOwnPropertyDescriptors(await startGateway());
		Object.defineProperties(gateway, started);
	});
	beforeEach(() => gateway.answerWith(() => ({ status: 500, body: 'not set' })));
	afterAll(() => gateway.close());
	return gateway;
}
