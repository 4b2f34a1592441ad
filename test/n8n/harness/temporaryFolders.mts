import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made = new Set<string>();

/** @param mode by default only for its owner, because n8n's home contains credentials and sessions */
export function temporaryFolder(name: string, mode = 0o700): string {
	const folder = mkdtempSync(join(tmpdir(), `data-access-${name}-`));
	chmodSync(folder, mode);
	made.add(folder);
	return folder;
}

/** Removes the temporary folders, unless DATA_ACCESS_KEEP is set. */
export function removeTemporaryFolders(): void {
	if (process.env.DATA_ACCESS_KEEP) return;
	for (const folder of made) {
		// A program that was killed a moment ago may still write one file.
		rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
	}
}
