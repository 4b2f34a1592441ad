import type { Answer, Asked } from './outside.mts';

/** The content of a cell: a value, or a formula that Google would compute. */
type Cell = string | number | boolean | null | { formula: string };

interface Area {
	tab: string;
	firstRow: number;
	lastRow: number;
	firstColumn: number;
}

/** Google's Sheets API as far as n8n's node uses it: one document, whose sheets are created when they are named. */
export class Sheets {
	private readonly tabs = new Map<string, Cell[][]>();

	/** Fills a sheet with headings and rows, as a person would. */
	fill(
		tab: string,
		rows: ReadonlyArray<Record<string, Cell>>,
		headings = Object.keys(rows[0] ?? {}),
	): void {
		this.tabs.set(tab, [headings, ...rows.map((row) => headings.map((name) => row[name] ?? null))]);
	}

	add(tab: string): void {
		this.cells(tab);
	}

	headings(tab: string): Cell[] {
		return this.cells(tab)[0] ?? [];
	}

	rows(tab: string): Array<Record<string, Cell>> {
		const [headings = [], ...rows] = this.cells(tab);
		return rows.map((row) =>
			Object.fromEntries(headings.map((name, column) => [String(name), row[column] ?? null])),
		);
	}

	/** All formulas in the document. */
	formulas(): string[] {
		return [...this.tabs.values()]
			.flat(2)
			.flatMap((cell) => (typeof cell === 'object' && cell ? [cell.formula] : []));
	}

	clear(): void {
		this.tabs.clear();
	}

	answer({ method, path, query, body }: Asked): Answer | undefined {
		const [, rest = ''] = /^\/v4\/spreadsheets\/[^/:]+(.*)$/.exec(path) ?? [];
		if (method === 'GET' && rest === '') return { sheets: this.sheets() };
		// Rows and columns are created when they are written.
		if (method === 'POST' && rest === ':batchUpdate') return {};
		const mode = query.get('valueInputOption');
		if (method === 'POST' && rest === '/values:batchUpdate') {
			const { data, valueInputOption } = body as {
				data: Array<{ range: string; values: Cell[][] }>;
				valueInputOption: string;
			};
			for (const { range, values } of data) this.write(areaOf(range), values, valueInputOption);
			return {};
		}
		const [, range] = /^\/values\/(.+)$/.exec(rest) ?? [];
		if (range === undefined) return undefined;
		const area = areaOf(decodeURIComponent(range));
		if (method === 'GET') {
			const values = this.read(area, query.get('valueRenderOption') === 'FORMATTED_VALUE');
			return values.length > 0 ? { values } : {};
		}
		if (method === 'PUT' && mode !== null) {
			this.write(area, (body as { values: Cell[][] }).values, mode);
			return {};
		}
		return undefined;
	}

	private cells(tab: string): Cell[][] {
		if (!this.tabs.has(tab)) this.tabs.set(tab, []);
		return this.tabs.get(tab)!;
	}

	private sheets(): object[] {
		return [...this.tabs.keys()].map((title, index) => ({
			properties: { sheetId: index, title, index, sheetType: 'GRID', gridProperties: {} },
		}));
	}

	private read({ tab, firstRow, lastRow }: Area, isFormatted: boolean): Cell[][] {
		const shown = (cell: Cell) => (cell === null ? '' : isFormatted ? String(cell) : cell);
		return this.cells(tab)
			.slice(firstRow - 1, lastRow)
			.map((row) => row.map(shown));
	}

	private write({ tab, firstRow, firstColumn }: Area, values: Cell[][], mode: string): void {
		const cells = this.cells(tab);
		values.forEach((row, down) => {
			const line = (cells[firstRow - 1 + down] ??= []);
			row.forEach((value, right) => {
				// null leaves the cell unchanged.
				if (value !== null) line[firstColumn + right] = entered(value, mode);
			});
		});
	}
}

/** RAW stores a text unchanged. USER_ENTERED reads it as if it were typed. */
function entered(value: Cell, mode: string): Cell {
	const isTyped = mode !== 'RAW' && typeof value === 'string';
	return isTyped && value.startsWith('=') ? { formula: value } : value;
}

/** `'Sheet'`, `Sheet!2:3`, `Sheet!C5`, `Sheet!A:Z`. */
const AREA = /^'?(.*?)'?(!([A-Z]*)(\d*)(?::[A-Z]*(\d*))?)?$/;

function areaOf(range: string): Area {
	const [, tab, , column = 'A', first, last] = AREA.exec(range)!;
	const firstRow = Number(first || 1);
	const letters = [...(column || 'A')];
	const number = letters.reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
	return {
		tab: tab!,
		firstRow,
		lastRow: last ? Number(last) : first && last === undefined ? firstRow : Infinity,
		firstColumn: number - 1,
	};
}
