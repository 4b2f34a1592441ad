/** What stands for a record in the memory. */
export interface Values {
	id: string;
	seal: string;
	/** When the record was sorted in, in seconds, where the order of the list goes by that. */
	time?: number;
}

/** Says that a run has sealed a record, and all that it passed below. */
export const topOf = ({ seal }: Values): string => `top ${seal}`;

/** The record whose top speaks for the most of a list: a pinned one may stand above newer ones. */
export function topmostOf(passed: readonly Values[]): Values | undefined {
	return passed.reduce<Values | undefined>(
		(top, values) => (top && !((values.time ?? 0) > (top.time ?? 0)) ? top : values),
		undefined,
	);
}

/**
 * What a list makes of its memory after a run was killed between a look and the removal of what it
 * had looked at. Each record is doubted until a run has delivered what it makes of it. A run looks for
 * seals and for ids in turn, so that a record with both was delivered (unless two runs were killed at
 * it); but its seal may be left behind, unless a run has sealed a newer one.
 */
export class Doubt {
	private provenAt = -Infinity;
	private isProven = false;

	/** @param name names the time at which a run was killed */
	constructor(private readonly name: string) {}

	/** Says that a record was doubted already. */
	checkOf({ id }: Values): string {
		return `${id} since ${this.name}`;
	}

	/**
	 * What the memory has of the records on a page that a killed run may have left, from the page's top.
	 * @param isFound whether the memory holds a value; it was asked for tops, too
	 */
	leftOf(
		page: readonly Values[],
		isChecked: (values: Values) => boolean,
		isFound: (value: string) => boolean,
	): string[] {
		const isSure = (values: Values) =>
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
