import { before, describe, test } from 'node:test';

import type { RegularMode } from '../harness/regularMode.mts';
import type { World } from '../harness/world.mts';

/** Begins before n8n ends, and continues when n8n runs again. Independent of all other stories. */
export interface Story {
	readonly promise: string;
	begin(): Promise<void>;
	goOn(): Promise<void>;
}

/** What must outlive every process of n8n. All stories share one restart. */
export const testOverRestart = (world: World, ...stories: Story[]) =>
	testOver('a restart of n8n', world, () => world.restart(), stories);

/** What must outlive a process that is killed during the executions of the stories. */
export const testOverKill = (world: RegularMode, ...stories: Story[]) =>
	testOver('a kill of n8n', world, () => world.killAndRestart(), stories);

function testOver(
	what: string,
	world: World,
	restart: () => Promise<void>,
	stories: readonly Story[],
): void {
	describe(`over ${what}`, () => {
		before(async () => {
			world.emulator.reset();
			await Promise.all(stories.map((story) => story.begin()));
			await restart();
		});
		for (const { promise, goOn } of stories) test(promise, goOn);
	});
}
