/** The scenarios in the order of the report. Each has a file of the same name. */
export const SCENARIOS = ['calls', 'recurring', 'cpu', 'memory'] as const;

/** A table for the terminal and for results.md. */
export interface Table {
	/** What its rows have in common. */
	caption: string;
	columns: string[];
	rows: Array<Array<string | number>>;
	/** How to read it, if the columns do not say it. */
	note?: string;
	/** Rows that miss their goal although the ledger counts them, so that a busy machine is no excuse. */
	missed?: string[];
}

/** Returns the rows that miss their goal in the first column, that of Data Access. */
export const missedIn = (rows: Table['rows'], goalOf: (row: Table['rows'][number]) => unknown) =>
	rows.flatMap((row) => {
		const [label, own] = row;
		const goal = goalOf(row);
		return goal === undefined || own === goal ? [] : [`${label}: ${own}, not ${goal}`];
	});

/** One measurement, in a process of its own. */
export interface Scenario {
	title: string;
	/** What is measured, in a sentence. */
	measures: string;
	/** Why a user should care, in a sentence. */
	matters: string;
	/** The goal, in a sentence. */
	goal?: string;
	/** Runs it. `quick` selects the smallest size that still proves something. */
	run(options: { quick: boolean }): Promise<Table[]>;
}
