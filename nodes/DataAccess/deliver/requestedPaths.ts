import type { IDataObject } from 'n8n-workflow';

import { fieldsIn, valueAtPath } from '../operations/parts/path';
import type { Parser, RequestedPath } from '../operations/parts/path';
import { enumerated } from './phrasing';
import { warning } from './remarks';
import type { Remark } from './remarks';

const MOST_NAMES = 40;

/** The paths that the user entered. Finds those that match no record of a run. */
export class RequestedPaths {
	private first?: IDataObject;

	constructor(private missing: readonly RequestedPath[]) {}

	checkIn(record: IDataObject, parse: Parser): void {
		this.first ??= record;
		this.missing = this.missing.filter(
			({ path }) => valueAtPath(record, path, parse) === undefined,
		);
	}

	/** Remarks on paths that match no record, with the fields that do exist. */
	get remarks(): Remark[] {
		const fields = fieldsIn(this.first);
		if (this.missing.length === 0 || fields.length === 0) return [];
		const missing = this.missing.map(({ written, parameter }) => `${written} (${parameter})`);
		return [
			warning(
				`No record has ${enumerated(missing, MOST_NAMES)}. A record has these fields: ${enumerated(fields, MOST_NAMES)}`,
			),
		];
	}
}
