/** MIME types by the ending of a file. */
const TYPES: Record<string, string> = {
	jpg: 'image/jpeg',
	mp4: 'video/mp4',
	png: 'image/png',
	webp: 'image/webp',
};

/** What lies behind the path of a media URL: the same bytes whenever it is asked for. */
export function mediaFile(path: string): { contentType: string; bytes: Buffer } {
	const name = path.replace(/\?.*/, '');
	const ending = name.slice(name.lastIndexOf('.') + 1);
	return {
		contentType: TYPES[ending] ?? 'application/octet-stream',
		bytes: Buffer.from(`The file of ${name}\n`.repeat(50)),
	};
}
