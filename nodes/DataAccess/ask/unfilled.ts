import type { IDataObject } from 'n8n-workflow';

import type { Query } from '../operations/operation';

const UNFILLED =
	'The records of a page fill no column of Simplified but the ID: the platform seems to have changed its answer. With Output set to Raw, all of it is returned';

const NAMES = ['id', 'parentId'];

/** The query, whose pages tell where their records are simplified to nothing but what they are called by. */
export function withUnfilledTold(query: Query): Query {
	const { simplify } = query;
	if (!simplify) return query;
	const isFilled = (record: IDataObject) => {
		try {
			const columns = Object.entries(simplify(record, { now: Date.now() }));
			return columns.some(([name, value]) => value !== null && !NAMES.includes(name));
		} catch {
			// Whoever makes items of it says so: the page can be read.
			return true;
		}
	};
	return {
		...query,
		readPage(payload, input) {
			const page = query.readPage(payload, input);
			if (page.records.length === 0 || page.records.some(isFilled)) return page;
			return { ...page, notice: page.notice ? `${page.notice}. ${UNFILLED}` : UNFILLED };
		},
	};
}
