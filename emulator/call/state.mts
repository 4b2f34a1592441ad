import type { FreeEntry } from '../free/freeRoute.mts';
import type { KeptRun } from '../free/keptRuns.mts';
import { FaultQueue } from '../faults/queue.mts';
import { ListBook } from '../lists/book.mts';
import type { World } from '../operations/page.mts';
import type { EmulatorOptions, Settings } from '../settings.mts';
import { applySettings, defaultSettings } from '../settings.mts';
import type { Validators } from './input.mts';
import type { LedgerEntry } from './ledger.mts';

/** The state of a running emulator. */
export interface State extends World {
	provider: string;
	apiKeys: readonly string[];
	settings: Settings;
	faults: FaultQueue;
	ledger: LedgerEntry[];
	/** Requests to the free routes. */
	freeLedger: FreeEntry[];
	/** The runs that the gateway lists, in order of creation. */
	runs: KeptRun[];
	inFlight: number;
	/** By API key: when requests of the last minute arrived that were within the rate limits, in epoch milliseconds. */
	arrivals: Map<string, number[]>;
	validators: Validators;
}

export function createState(options: EmulatorOptions, validators: Validators): State {
	const settings = defaultSettings();
	applySettings(settings, options.settings ?? {});
	return {
		seed: options.seed ?? 1,
		provider: options.provider ?? 'content-provider',
		apiKeys: options.apiKeys ?? ['test-key'],
		settings,
		lists: new ListBook(),
		era: 0,
		faults: new FaultQueue(),
		ledger: [],
		freeLedger: [],
		runs: [],
		inFlight: 0,
		arrivals: new Map(),
		validators,
	};
}

/** Restores the state that the emulator was started with, in place: callers hold these objects. */
export function resetState(state: State, options: EmulatorOptions): void {
	const fresh = createState(options, state.validators);
	Object.assign(state.settings, fresh.settings);
	state.lists.clear();
	state.era = 0;
	state.faults.clear();
	state.ledger.length = 0;
	state.freeLedger.length = 0;
	state.runs.length = 0;
	state.arrivals.clear();
}
