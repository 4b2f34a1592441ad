/** A link ends at a blank, or at a letter of another script that follows without one. */
const LINK = /https?:\/\/([!-~]*)/i;

/** A link whose scheme was left out. */
const BARE = /^[\w-]+(?:\.[\w-]+)+\/[!-~]*$/;

/**
 * The path of the first link in a text, as a browser or an app shares it, in its segments; undefined
 * where there is no link.
 */
export function segmentsOfLink(text: string): string[] | undefined {
	const link = LINK.exec(text)?.[1] ?? BARE.exec(text)?.[0];
	if (link === undefined) return undefined;
	const [address = ''] = link.split(/[?#]/, 1);
	return address.split('/').slice(1);
}
