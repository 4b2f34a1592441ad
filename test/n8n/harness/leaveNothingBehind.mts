import { killAll } from './programs.mts';
import { removeTemporaryFolders } from './temporaryFolders.mts';

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/**
 * Whatever way this process ends, nothing that it started stays behind. A signal is answered at once
 * and without grace: a test runner that was interrupted does not wait for its files, and all that is
 * lost is temporary.
 */
export function leaveNothingBehind(): void {
	process.once('exit', () => {
		killAll();
		removeTemporaryFolders();
	});
	// Kept to the end: where a whole process group is signalled, the parents forward it once more, and
	// that would end this process while it cleans up.
	for (const [signal, code] of Object.entries(SIGNALS))
		process.on(signal, () => process.exit(code));
}
