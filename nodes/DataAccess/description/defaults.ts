// The defaults of the panel, which also apply if an expression returns nothing. Limit's is in operations/parts/fields.ts.

/** US dollars for one execution. */
export const USUAL_CAP = 1;

/** Low, because a model reads every record and pays for its length. */
export const LIMIT_IN_TOOLS = 10;

export const USUAL_CONCURRENCY = 3;
