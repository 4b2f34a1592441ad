import { killAll } from './programs.mts';
import { removeTemporaryFolders } from './temporaryFolders.mts';

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/**
 * However this process ends, all that it started ends, too. A signal ends it at once: an interrupted test
 * runner does not wait for its files, and all that is lost is temporary.
 */
export function leaveNothingBehind(): void {
	process.once('exit', () => {
		killAll();
		removeTemporaryFolders();
	});
	// Not `once`: if a whole process group gets a signal, the parents forward it once more, and that would
	// end this process while it cleans up.
	for (const [signal, code] of Object.entries(SIGNALS))
		process.on(signal, () => process.exit(code));
}
