import type { INodeType } from 'n8n-workflow';

import type { Engine } from '../../test/harness/engine.mts';

const TYPE = 'n8n-nodes-data-access.dataAccess';

const cpuMs = (): number => {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
};

/**
 * Returns the longest turn of the event loop while nodes of these types work within `run`, in milliseconds
 * of the thread's CPU time, so that other programs do not count.
 */
export async function longestBlock(
	engine: Engine,
	run: () => Promise<unknown>,
	types: readonly string[] = [TYPE],
): Promise<number> {
	let longest = 0;
	const undo = types.map((name) => {
		const type: INodeType = engine.nodeType(name);
		const { execute } = type;
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
		return () => void (type.execute = execute);
	});
	try {
		await run();
	} finally {
		for (const each of undo) each();
	}
	return longest;
}
