import type { Accounts } from './errors';
import { costWords, count } from './phrasing';

// Who watches wants to see that it moves, not every page of a thousand.
const MILLISECONDS_BETWEEN = 1000;

/** How far a run has come, told while it goes on: nothing for one that is over at once. */
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
