/**
 * The platforms. A deployment may replace their words in the paths (docs/development/gateway.md, Deployments), so the
 * credential has a field for each, such as `notesName`.
 */
export const PLATFORMS = {
	notes: { word: 'notes', label: 'Notes', description: 'the note-sharing platform' },
	qa: { word: 'qa', label: 'Q&A', description: 'the Q&A platform' },
	chatSearch: {
		word: 'chat_search',
		label: 'Chat Search',
		description: "the messaging app's search",
	},
	chatMp: {
		word: 'chat_mp',
		label: 'Chat Articles',
		description: "the messaging app's article service",
	},
	photos: { word: 'photos', label: 'Photos', description: 'the photo-sharing platform' },
};

export type Platform = keyof typeof PLATFORMS;
