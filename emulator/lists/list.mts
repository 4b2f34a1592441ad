import type { ListSettings, OperationName, Settings } from '../settings.mts';

/** One list of records: an operation, a key and the filters that choose among its records. */
export interface List extends ListSettings {
	operation: OperationName;
	/** The keyword or id that names it. */
	key: string;
	/** All names it goes by, the most exact first. */
	keys: readonly string[];
	/** Operation, key and filters as one text; it seeds the records and their ids. */
	identity: string;
}

/** Keeps what was set for single lists. */
export class ListBook {
	private readonly entries = new Map<string, Partial<ListSettings>>();

	/** Sets a list; key '*' stands for every list of the operation. Later calls add to it. */
	set(operation: string, key: string, list: Partial<ListSettings>): void {
		const name = `${operation} ${key}`;
		this.entries.set(name, { ...this.entries.get(name), ...list });
	}

	clear(): void {
		this.entries.clear();
	}

	/**
	 * The list that one of `keys` names, the most exact first. A key that holds `size-<n>` has n
	 * records unless it was set otherwise.
	 */
	find(
		settings: Settings,
		operation: OperationName,
		keys: readonly string[],
		filters: Record<string, unknown>,
	): List {
		const key = keys[0]!;
		const sizeInKey = keys.map((each) => /size-(\d+)/.exec(each)?.[1]).find(Boolean);
		const found: Partial<ListSettings> = { ...this.entries.get(`${operation} *`) };
		if (sizeInKey !== undefined) found.size = Number(sizeInKey);
		for (const each of [...keys].reverse()) {
			Object.assign(found, this.entries.get(`${operation} ${each}`));
		}
		return {
			operation,
			key,
			keys,
			identity: `${operation} ${JSON.stringify(keys)} ${JSON.stringify(filters)}`,
			size: settings.size,
			repeats: 0,
			emptyPageAt: null,
			endless: false,
			equalIds: false,
			lastPageRepeats: operation === 'search_images' && settings.imageEnd === 'repeat',
			shortPages: settings.shortPages,
			replyTotalMissing: settings.replyTotalMissing,
			...found,
		};
	}
}
