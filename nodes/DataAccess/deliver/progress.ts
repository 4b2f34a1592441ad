import type { Accounts } from './errors';
import { costWords, count } from './phrasing';

// Once a second shows that the run moves; each of a thousand pages would flood the console.
const MILLISECONDS_BETWEEN = 1000;

/** Tells the progress of a run while it goes on. A run of less than a second tells nothing. */
export class Progress {
	private records = 0;
	private toldAt = Date.now();

	constructor(
		private readonly tell: (text: string) => void,
		private readonly accounts: Accounts,
	) {}

	/** Records have come. */
	add(records: number): void {
		this.records += records;
		if (Date.now() - this.toldAt < MILLISECONDS_BETWEEN) return;
		this.toldAt = Date.now();
		const { total } = this.accounts;
		this.tell(
			`${count(total.calls, 'call')}, ${costWords(total)}, ${count(this.records, 'record')} so far`,
		);
	}
}
