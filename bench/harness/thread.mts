import type { INodeType } from 'n8n-workflow';

import type { Engine } from '../../test/harness/engine.mts';

const TYPE = 'n8n-nodes-data-access.dataAccess';

const cpuMs = (): number => {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
};

/**
 * The longest turn of the event loop, in milliseconds of the thread's CPU time, while the node is at
 * work within `run`. What other programs take of the machine does not count.
 */
export async function longestBlock(engine: Engine, run: () => Promise<unknown>): Promise<number> {
	const type: INodeType = engine.nodeType(TYPE);
	const { execute } = type;
	let longest = 0;
	type.execute = async function (this) {
		let last = cpuMs();
		let isOver = false;
		const look = () => {
			const now = cpuMs();
			longest = Math.max(longest, now - last);
			last = now;
		};
		const tick = () => {
			look();
			if (!isOver) setImmediate(tick);
		};
		setImmediate(tick);
		try {
			return (await execute!.call(this)) as never;
		} finally {
			isOver = true;
			look();
		}
	};
	try {
		await run();
	} finally {
		type.execute = execute;
	}
	return longest;
}
