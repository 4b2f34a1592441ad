import { before, describe, test } from 'node:test';

import type { World } from '../harness/world.mts';

/** What begins before n8n is restarted and goes on after it, apart from all other stories. */
export interface Story {
	readonly promise: string;
	begin(): Promise<void>;
	goOn(): Promise<void>;
}

/** What must outlive every process of n8n; one restart is enough for all stories. */
export function testOverRestart(world: World, ...stories: Story[]): void {
	describe('over a restart of n8n', () => {
		before(async () => {
			world.emulator.reset();
			await Promise.all(stories.map((story) => story.begin()));
			await world.restart();
		});
		for (const { promise, goOn } of stories) test(promise, goOn);
	});
}
