/** The scenarios, each in a file of its name, in the order of the report. */
export const SCENARIOS = ['calls', 'recurring', 'cpu', 'memory'] as const;

/** A table as it is printed and written into results.md. */
export interface Table {
	/** What its rows have in common. */
	caption: string;
	columns: string[];
	rows: Array<Array<string | number>>;
	/** How to read it, where the columns do not say it. */
	note?: string;
	/** Rows that the ledger counts and that miss their goal, which no busy machine excuses. */
	missed?: string[];
}

/** The rows of Data Access, whose column is the first, that miss what was set as a goal. */
export const missedIn = (rows: Table['rows'], goalOf: (row: Table['rows'][number]) => unknown) =>
	rows.flatMap((row) => {
		const [label, own] = row;
		const goal = goalOf(row);
		return goal === undefined || own === goal ? [] : [`${label}: ${own}, not ${goal}`];
	});

/** One thing that is measured, in a process of its own. */
export interface Scenario {
	title: string;
	/** What is measured, in a sentence. */
	measures: string;
	/** Why a user should care, in a sentence. */
	matters: string;
	/** What was set as a goal, in a sentence. */
	goal?: string;
	/** Runs it; `quick` is the smallest size at which it still says something. */
	run(options: { quick: boolean }): Promise<Table[]>;
}
