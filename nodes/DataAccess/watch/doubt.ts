/** What stands for a record in the memory. */
export interface RecordValues {
	id: string;
	seal: string;
	/** When the record was sorted in, in seconds, where the order of the list goes by that. */
	time?: number;
}

/** The value that is stored for the topmost record when a run seals a list. */
export const topOf = ({ seal }: RecordValues): string => `top ${seal}`;

/**
 * The newest of the passed records, the first of equals. It need not be the first on the page,
 * since a pinned record can stand above newer ones.
 */
export function topmostOf(passed: readonly RecordValues[]): RecordValues | undefined {
	return passed.reduce<RecordValues | undefined>(
		(top, values) => (top && !((values.time ?? 0) > (top.time ?? 0)) ? top : values),
		undefined,
	);
}

/**
 * Decides which stored values to distrust after a run was killed. A look stores the values that it
 * asks for, and then removes those that were never delivered: a kill in between leaves them behind.
 * Seals and ids are looked up in turn, so one kill can leave a record's seal or its id, not both. A
 * record that has both was delivered, unless two runs were killed at it. Its seal may still be left
 * behind, and is trusted only if a run has sealed this record as the topmost, or a newer one. A
 * record stays in doubt until a run that delivers has stored its check value.
 */
export class Doubt {
	private provenAt = -Infinity;
	private isProven = false;

	/** @param name names the time at which a run was killed */
	constructor(private readonly name: string) {}

	/** The value that marks a record as checked since this kill. */
	checkOf({ id }: RecordValues): string {
		return `${id} since ${this.name}`;
	}

	/**
	 * What the memory has of the records on a page that a killed run may have left, from the page's top.
	 * @param isFound whether the memory holds a value; it was asked for tops, too
	 */
	leftOf(
		page: readonly RecordValues[],
		isChecked: (values: RecordValues) => boolean,
		isFound: (value: string) => boolean,
	): string[] {
		const isSure = (values: RecordValues) =>
			isChecked(values) || (isFound(values.id) && isFound(values.seal));
		const tops = new Set(page.filter((values) => isFound(topOf(values)) && isSure(values)));
		for (const { time = -Infinity } of tops) this.provenAt = Math.max(this.provenAt, time);
		return page.flatMap((values) => {
			const { id, seal, time } = values;
			if (tops.has(values) && time === undefined) this.isProven = true;
			if (isChecked(values)) return [];
			const isOlder = time === undefined ? this.isProven : time < this.provenAt;
			const isDelivered = isFound(id) && isFound(seal);
			const isSealed = isDelivered && (isOlder || tops.has(values));
			const uncertain = [...(isDelivered ? [] : [id, topOf(values)]), ...(isSealed ? [] : [seal])];
			return uncertain.filter(isFound);
		});
	}
}
