import type { OperationName, Settings } from '../settings.mts';
import type { Arrangement, ListChange } from './changes.mts';
import { arrange, expectChange } from './changes.mts';
import type { List, ListSettings } from './list.mts';

/** The list that an input requests. */
export interface ListName {
	operation: OperationName;
	/** All names of the list, the most exact first. */
	keys: readonly string[];
	/** Other inputs that select records. */
	filters?: Record<string, unknown>;
	/** The list is sorted by time, newest first. */
	isByTime?: boolean;
	/** Number of old records pinned above the newest. */
	pinned?: number;
}

/** Stores the settings of single lists, and their changes. */
export class ListBook {
	private readonly entries = new Map<string, Partial<ListSettings>>();
	private changes: Array<{ operation: string; key: string; change: ListChange }> = [];
	/** Cached arrangements, by list, size and version. */
	private readonly arranged = new Map<string, Arrangement>();

	/** Sets up a list; the key '*' means every list of the operation. Later settings are merged with earlier ones. */
	set(operation: string, key: string, list: Partial<ListSettings>): void {
		const name = `${operation} ${key}`;
		this.entries.set(name, { ...this.entries.get(name), ...list });
	}

	/**
	 * Changes a list; the key '*' means every list of the operation.
	 * @throws Error if the change is invalid
	 */
	change(operation: string, key: string, change: ListChange): void {
		expectChange(change);
		this.changes.push({ operation, key, change });
	}

	clear(): void {
		this.entries.clear();
		this.changes = [];
		this.arranged.clear();
	}

	/**
	 * Returns the list with these names. The settings of the most exact name win. A name with `size-<n>` in it gives
	 * the list n records, unless its settings say otherwise.
	 */
	find(settings: Settings, name: ListName): List {
		const { operation, keys, filters = {}, isByTime = false, pinned = 0 } = name;
		const identity = `${operation} ${JSON.stringify(keys)} ${JSON.stringify(filters)}`;
		const sizeInKey = keys.map((each) => /size-(\d+)/.exec(each)?.[1]).find(Boolean);
		const found: Partial<ListSettings> = { ...this.entries.get(`${operation} *`) };
		if (sizeInKey !== undefined) found.size = Number(sizeInKey);
		for (const each of [...keys].reverse()) {
			Object.assign(found, this.entries.get(`${operation} ${each}`));
		}
		const set: ListSettings = {
			size: settings.size,
			repeats: 0,
			emptyPageAt: null,
			endless: false,
			equalIds: false,
			lastPageRepeats: false,
			shortPages: false,
			replyTotalMissing: 0,
			...found,
		};
		const changes = this.changes
			.filter((each) => each.operation === operation && [...keys, '*'].includes(each.key))
			.map(({ change }) => change);
		const version = changes.length;
		const arranged = `${identity} ${set.size} ${version}`;
		const newAt = isByTime ? pinned : undefined;
		const arrangement = this.arranged.get(arranged) ?? arrange(identity, newAt, set.size, changes);
		if (version > 0) this.arranged.set(arranged, arrangement);
		const [key] = keys as [string];
		return { ...set, operation, key, keys, identity, isByTime, pinned, version, ...arrangement };
	}
}
