import type { FastifyInstance } from 'fastify';

import type { Settings } from '../settings.mts';

/** MIME types by the ending of a file. */
const TYPES: Record<string, string> = {
	jpg: 'image/jpeg',
	mp4: 'video/mp4',
	png: 'image/png',
	webp: 'image/webp',
};

/** What lies behind the path of a media URL: the same bytes whenever it is asked for. */
export function mediaFile(path: string): { contentType: string; bytes: Buffer } {
	const ending = path.slice(path.lastIndexOf('.') + 1);
	return {
		contentType: TYPES[ending] ?? 'application/octet-stream',
		bytes: Buffer.from(`The file of ${path}\n`.repeat(50)),
	};
}

/** The files behind the records' media URLs, where the setting `mediaBase` leads here. */
export function addMediaRoute(app: FastifyInstance, settings: Settings): void {
	app.get('/media/*', async ({ url }, reply) => {
		const path = url.slice('/media'.length).replace(/\?.*/, '');
		const { missingMedia } = settings;
		if (missingMedia !== '' && path.includes(missingMedia)) {
			return await reply.code(404).type('text/html').send('<p>Not found</p>');
		}
		const { contentType, bytes } = mediaFile(path);
		return await reply.type(contentType).send(bytes);
	});
}
