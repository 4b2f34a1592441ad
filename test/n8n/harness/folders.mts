import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made = new Set<string>();

/** A temporary folder that is removed when this process ends. */
export function temporaryFolder(name: string): string {
	const folder = mkdtempSync(join(tmpdir(), `data-access-${name}-`));
	// PostgreSQL runs as a user of its own and must be able to pass
	chmodSync(folder, 0o755);
	made.add(folder);
	return folder;
}

/** Removes the temporary folders, unless they are wanted for looking at (DATA_ACCESS_KEEP). */
export function removeFoldersAtTheEnd(): void {
	process.on('exit', () => {
		if (process.env.DATA_ACCESS_KEEP) return;
		for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	});
}
