import { jest } from '@jest/globals';

import { load } from './native.mts';

/**
 * Returns the lines that the node writes to n8n's log, until the end of the test.
 * @param fails a line with this text cannot be written
 */
export function linesOfLog(fails?: string): string[] {
	const lines: string[] = [];
	const debug = (line: string) => {
		if (fails && line.includes(fails)) throw new Error('The disk is full');
		lines.push(line);
	};
	const { ExecuteContext } = load('n8n-core') as typeof import('n8n-core');
	jest.spyOn(ExecuteContext.prototype, 'logger', 'get').mockReturnValue({ debug } as never);
	return lines;
}
