// What the panel shows, and what counts where an expression gives nothing. Limit's is in operations/parts/fields.ts.

/** US dollars, for an execution. */
export const USUAL_CAP = 1;

/** A model reads every record, and pays for its length. */
export const LIMIT_IN_TOOLS = 10;

export const USUAL_CONCURRENCY = 3;
