import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made = new Set<string>();

/** @param mode who may enter it: by default nobody else, because a home of n8n has credentials and sessions in it */
export function temporaryFolder(name: string, mode = 0o700): string {
	const folder = mkdtempSync(join(tmpdir(), `data-access-${name}-`));
	chmodSync(folder, mode);
	made.add(folder);
	return folder;
}

/** Removes the temporary folders, unless they are wanted for looking at (DATA_ACCESS_KEEP). */
export function removeTemporaryFolders(): void {
	if (process.env.DATA_ACCESS_KEEP) return;
	for (const folder of made) {
		// A program that was killed a moment ago may still write one file.
		rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
	}
}
