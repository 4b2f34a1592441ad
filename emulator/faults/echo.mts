/** How an answer repeats the key of its caller: `\/` for every `/`, or as the Base64 of `Bearer <key>`. */
export type EchoForm = 'escapedSlashes' | 'base64Header';

/** An error message that repeats a key, for JSON.stringify: one form is one of the JSON text. */
export function echoOf(apiKey: string, form?: EchoForm): unknown {
	const header = `Bearer ${apiKey}`;
	const written = form === 'base64Header' ? Buffer.from(header).toString('base64') : header;
	const text = JSON.stringify(`Cannot handle the header "Authorization: ${written}"`);
	return JSON.rawJSON(form === 'escapedSlashes' ? text.replaceAll('/', '\\/') : text);
}
