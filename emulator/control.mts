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

/** What a test works a running emulator with. */
export interface Controls {
	/** Live: what is changed here counts from the next call on. */
	settings: Settings;
	/** Live: one entry per call, in order of arrival. */
	ledger: LedgerEntry[];
	/** Live: one entry per request of a free route, in order of arrival. */
	freeLedger: FreeEntry[];
	summary(): LedgerSummary;
	addFault(fault: Fault): void;
	/** Takes back faults that wait: those that hold all that is given. */
	liftFaults(like?: Partial<Fault>): void;
	configure(change: SettingsChange): void;
	/** Sets one list; key '*' stands for all lists of the operation. */
	setList(operation: OperationName | string, key: string, list: Partial<ListSettings>): void;
	/** What happens to a list from now on: `{ add: 3 }`, three new records came. Key as in setList. */
	changeList(operation: OperationName | string, key: string, change: ListChange): void;
	/**
	 * Cursors and search IDs given out so far are refused from now on: 422 on their field, not
	 * charged. Offsets do not expire.
	 */
	expirePositions(): void;
	/** Ledger, faults, settings and lists back to how it was started. Cursors stay good. */
	reset(): void;
}

/** The controls of an emulator that was started with `options`. */
export function controlsOf(state: State, options: EmulatorOptions): Controls {
	return {
		settings: state.settings,
		ledger: state.ledger,
		freeLedger: state.freeLedger,
		summary: () => summarize(state.ledger),
		addFault: (fault) => state.faults.add(fault),
		liftFaults: (like) => state.faults.lift(like),
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
