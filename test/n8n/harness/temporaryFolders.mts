import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made = new Set<string>();

export function temporaryFolder(name: string): string {
	const folder = mkdtempSync(join(tmpdir(), `data-access-${name}-`));
	// PostgreSQL runs as a user of its own and must be able to pass.
	chmodSync(folder, 0o755);
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
