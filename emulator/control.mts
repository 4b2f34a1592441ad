import type { LedgerEntry, LedgerSummary } from './call/ledger.mts';
import { summarize } from './call/ledger.mts';
import type { State } from './call/state.mts';
import { resetState } from './call/state.mts';
import type { FreeEntry } from './free/freeRoute.mts';
import type { Fault } from './faults/fault.mts';
import type { ListChange } from './lists/changes.mts';
import type { ListSettings } from './lists/list.mts';
import { OPERATIONS } from './operations/index.mts';
import type { EmulatorOptions, OperationName, Settings, SettingsChange } from './settings.mts';
import { applySettings } from './settings.mts';

/** How a test controls a running emulator. */
export interface Controls {
	/** Live: changes apply from the next call on. */
	settings: Settings;
	/** Live: one entry per call, in order of arrival. */
	ledger: LedgerEntry[];
	/** Live: one entry per request to a free route, in order of arrival. */
	freeLedger: FreeEntry[];
	summary(): LedgerSummary;
	addFault(fault: Fault): void;
	configure(change: SettingsChange): void;
	/** Sets up one list; the key '*' means all lists of the operation. */
	setList(operation: OperationName | string, key: string, list: Partial<ListSettings>): void;
	/** Changes a list: `{ add: 3 }` adds three new records. The key is as in `setList`. */
	changeList(operation: OperationName | string, key: string, change: ListChange): void;
	/**
	 * Expires all cursors and search IDs issued so far: calls with them get a 422 for their field, and are not charged.
	 * Offsets do not expire.
	 */
	expirePositions(): void;
	/** Restores ledger, faults, settings and lists to those of the start. Cursors stay valid. */
	reset(): void;
}

/** Returns the controls of an emulator that was started with `options`. */
export function controlsOf(state: State, options: EmulatorOptions): Controls {
	return {
		settings: state.settings,
		ledger: state.ledger,
		freeLedger: state.freeLedger,
		summary: () => summarize(state.ledger),
		addFault: (fault) => state.faults.add(fault),
		configure: (change) => applySettings(state.settings, change),
		setList: (operation, key, list) => {
			expectOperation(operation);
			state.lists.set(operation, key, list);
		},
		changeList: (operation, key, change) => {
			expectOperation(operation);
			state.lists.change(operation, key, change);
		},
		expirePositions: () => {
			state.era += 1;
		},
		reset: () => resetState(state, options),
	};
}

function expectOperation(operation: string): void {
	if (OPERATIONS.some(({ name }) => name === operation)) return;
	throw new Error(`Unknown operation "${operation}"`);
}
