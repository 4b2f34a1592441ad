import type { IBinaryData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** A file that a workflow has stored. */
export interface StoredFile {
	name: string;
	/** Its MIME type. */
	type: string;
	content: string;
}

/** The files of the folder to which workflows upload; a test empties it. */
export const folder: StoredFile[] = [];

/** Downloads a file for each input item, as n8n's HTTP Request node does with Response Format = File. */
export async function download(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const fetched = this.getInputData().map(async ({ json }, item): Promise<INodeExecutionData> => {
		const { response } = this.getNodeParameter('options', item) as IDataObject;
		const { responseFormat } = (response as { response: IDataObject }).response;
		if (responseFormat !== 'file') throw new Error(`No stand-in for ${String(responseFormat)}`);
		try {
			const answer = await fetch(String(this.getNodeParameter('url', item)));
			if (!answer.ok) throw new Error(`Request failed with status code ${answer.status}`);
			const bytes = Buffer.from(await answer.arrayBuffer());
			const type = answer.headers.get('content-type') ?? undefined;
			const data: IBinaryData = await this.helpers.prepareBinaryData(bytes, undefined, type);
			return { json, binary: { data }, pairedItem: { item } };
		} catch (error) {
			if (!this.continueOnFail()) throw error;
			return { json: { error: (error as Error).message }, pairedItem: { item } };
		}
	});
	return [await Promise.all(fetched)];
}

/** Uploads the file of each input item, as n8n's Google Drive node does. */
export async function upload(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = this.getInputData();
	for (const [item] of items.entries()) {
		const { mimeType } = this.helpers.assertBinaryData(item, 'data');
		const bytes = await this.helpers.getBinaryDataBuffer(item, 'data');
		const name = String(this.getNodeParameter('name', item));
		folder.push({ name, type: mimeType, content: bytes.toString() });
	}
	return [items.map((_, item) => ({ json: { id: `file ${item}` }, pairedItem: { item } }))];
}
