/** MIME types of media by the endings of their files; where a type has several, the first is used. */
const TYPES: ReadonlyArray<[ending: string, type: string]> = [
	['avif', 'image/avif'],
	['gif', 'image/gif'],
	['heic', 'image/heic'],
	['jpg', 'image/jpeg'],
	['jpeg', 'image/jpeg'],
	['m4a', 'audio/mp4'],
	['mov', 'video/quicktime'],
	['mp3', 'audio/mpeg'],
	['mp4', 'video/mp4'],
	['png', 'image/png'],
	['webm', 'video/webm'],
	['webp', 'image/webp'],
];

const LONGEST_NAME = 100;

/** The last part of the URL's path, as a name that every file system takes, and that shows what it is. */
function lastPartOf({ pathname }: URL): string {
	const part = pathname.slice(pathname.lastIndexOf('/') + 1);
	let name = part;
	try {
		name = decodeURIComponent(part);
	} catch {
		// A percent sign that begins no escape stands for itself.
	}
	return name.replace(/[\\/:*?"<>|\p{Cc}\p{Bidi_Control}]/gu, '_').slice(-LONGEST_NAME);
}

/**
 * The name and MIME type of a file, from its server and its URL. If one is missing, it is made from
 * the other.
 * @param contentType the header of that name
 */
export function nameAndType(url: URL, contentType: unknown): { name: string; type: string } {
	const name = lastPartOf(url) || 'file';
	const said = String(contentType ?? '')
		.replace(/;.*/s, '')
		.trim()
		.toLowerCase();
	const ending = /\.(\w{1,5})$/.exec(name)?.[1]?.toLowerCase();
	const [, typeOfEnding = 'application/octet-stream'] =
		TYPES.find(([known]) => known === ending) ?? [];
	const type = said === '' || said.endsWith('/octet-stream') ? typeOfEnding : said;
	const [endingOfType] = TYPES.find(([, known]) => known === type) ?? [];
	const isComplete = ending !== undefined || endingOfType === undefined;
	return { name: isComplete ? name : `${name}.${endingOfType}`, type };
}
