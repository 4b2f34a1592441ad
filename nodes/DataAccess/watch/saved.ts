/**
 * The calls that a list would have taken had all its records been wanted, beyond those made.
 * @returns null where nobody can tell, since everything was wanted
 */
export function savedCalls({
	limit,
	maxPages,
	pages,
	pageSize,
}: Record<'limit' | 'maxPages' | 'pages' | 'pageSize', number>): number | null {
	if (pageSize === 0) return 0;
	const wanted = Math.min(Math.ceil(limit / pageSize), maxPages);
	return wanted === Infinity ? null : Math.max(0, wanted - pages);
}
