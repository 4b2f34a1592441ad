import { after, before, describe } from 'node:test';

import { startEmulator } from '../../emulator/emulator.mts';
import type { Emulator } from '../../emulator/emulator.mts';
import { engineImage } from './harness/dockerImage.mts';
import { leaveNothingBehind } from './harness/leaveNothingBehind.mts';
import { API_KEY } from './harness/world.mts';
import { testDocker } from './suites/docker.mts';

leaveNothingBehind();

/** The version of n8n's image on which Docker builds. From n8n 3 on, n8n comes only as an image. */
const { N8N_VERSION = '' } = process.env;

describe(`n8n ${N8N_VERSION} in Docker`, () => {
	const world = {} as { emulator: Emulator };
	before(async () => {
		world.emulator = await startEmulator({ seed: 1, apiKeys: [API_KEY] });
	});
	after(() => world.emulator.close());
	testDocker(() => engineImage(N8N_VERSION), world);
});
