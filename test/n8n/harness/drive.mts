import { sha256 } from './sha256.mts';
import type { Answer, Asked } from './outside.mts';

/** A file that was uploaded. */
export interface StoredFile {
	name: string;
	type: string;
	sha256: string;
}

/** Google's Drive API as far as n8n's node uses it to upload. */
export class Drive {
	readonly files: StoredFile[] = [];
	/** An upload in two steps: the file was announced, and its bytes come. */
	private announced: Omit<StoredFile, 'sha256'> | undefined;

	/** Answers a request to www.googleapis.com. */
	answer({ method, path, query, headers, bytes, body }: Asked): Answer | undefined {
		if (method === 'PATCH' && path.startsWith('/drive/v3/files/')) return { id: 'file' };
		if (path !== '/upload/drive/v3/files') return undefined;
		if (method === 'PUT' && this.announced) return this.store({ ...this.announced, bytes });
		if (query.get('uploadType') === 'resumable') {
			const { name } = body as { name: string };
			this.announced = { name, type: String(headers['x-upload-content-type']) };
			return { location: 'https://www.googleapis.com/upload/drive/v3/files?upload_id=1' };
		}
		return this.store(partsOf(bytes, String(headers['content-type'])));
	}

	private store({ bytes, ...file }: { name: string; type: string; bytes: Buffer }): Answer {
		this.files.push({ ...file, sha256: sha256(bytes) });
		return { id: 'file' };
	}
}

/** A body of two parts: what is said of the file, and the file. */
function partsOf(bytes: Buffer, contentType: string) {
	const boundary = `--${/boundary=(.*)$/.exec(contentType)![1]}`;
	const [first, second] = [0, 1].reduce<number[]>(
		(found) => [...found, bytes.indexOf(boundary, (found.at(-1) ?? -1) + 1)],
		[],
	);
	const end = bytes.lastIndexOf(boundary);
	const part = (from: number, to: number) => {
		const start = bytes.indexOf('\r\n\r\n', from) + 4;
		// A line break before the next boundary does not belong to the part.
		return { head: bytes.subarray(from, start).toString(), bytes: bytes.subarray(start, to - 2) };
	};
	const { name } = JSON.parse(part(first!, second!).bytes.toString()) as { name: string };
	const file = part(second!, end);
	return { name, type: /content-type: *(\S+)/i.exec(file.head)![1]!, bytes: file.bytes };
}
