import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** The rows of each sheet by their headings; a test fills what a person would, and empties it. */
export const sheets = new Map<string, IDataObject[]>();

/** Reads, appends to or updates a sheet with the fields of its input, as n8n's node does. */
export async function useSheet(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const { value: name } = this.getNodeParameter('sheetName', 0) as IDataObject;
	const rows = sheets.get(String(name)) ?? [];
	sheets.set(String(name), rows);
	const operation = String(this.getNodeParameter('operation', 0));
	const input = this.getInputData();
	if (operation === 'read') {
		return [rows.map((row) => ({ json: { ...row }, pairedItem: { item: 0 } }))];
	}
	const { matchingColumns = [] } = this.getNodeParameter('columns', 0) as {
		matchingColumns?: string[];
	};
	const isLike = (row: IDataObject, json: IDataObject) =>
		matchingColumns.every((column) => row[column] === json[column]);
	for (const { json } of input) {
		if (operation === 'append') rows.push({ ...json });
		else if (operation === 'update') {
			const row = rows.find((one) => isLike(one, json));
			if (row) Object.assign(row, json);
		} else throw new Error(`No stand-in for ${operation}`);
	}
	return [input.map(({ json }, item) => ({ json, pairedItem: { item } }))];
}
