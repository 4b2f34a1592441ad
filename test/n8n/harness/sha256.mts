import { createHash } from 'node:crypto';

/** What stands for a file in what was received. */
export function sha256(bytes: Buffer): string {
	return createHash('sha256').update(bytes).digest('hex');
}
