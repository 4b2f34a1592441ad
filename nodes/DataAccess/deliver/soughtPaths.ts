import type { IDataObject } from 'n8n-workflow';

import { fieldsIn, foundAt } from '../operations/parts/path';
import type { SoughtPath } from '../operations/parts/path';
import { listed, shortened } from './phrasing';
import type { Remark } from './remarks';

const MOST_NAMES = 40;
const LONGEST_NAME = 60;

const short = (name: string) => shortened(name, LONGEST_NAME);

/** The paths that the user wrote: which of them lead nowhere in all records of a run, and what is there. */
export class SoughtPaths {
	private readonly missing: Set<SoughtPath>;
	/** The fields of the first record, two levels deep. */
	private there: readonly string[] = [];

	constructor(paths: readonly SoughtPath[]) {
		this.missing = new Set(paths);
	}

	lookIn(records: readonly IDataObject[]): void {
		const [first] = records;
		if (first && this.there.length === 0) this.there = fieldsIn(first);
		for (const sought of this.missing) {
			const isThere = records.some((record) => foundAt(record, sought.path) !== undefined);
			if (isThere) this.missing.delete(sought);
		}
	}

	/** What is said of those that are missing. */
	get remarks(): Remark[] {
		const { missing, there } = this;
		if (missing.size === 0 || there.length === 0) return [];
		const lost = [...missing].map(({ written, parameter }) => `${short(written)} (${parameter})`);
		const text = `No record has ${listed(lost, MOST_NAMES)}. A record has these fields: ${listed(there.map(short), MOST_NAMES)}.`;
		return [{ text, isWarning: true }];
	}
}
