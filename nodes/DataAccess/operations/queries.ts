import { getCommentReplies } from './article/getCommentReplies';
import { getSubComments } from './note/getSubComments';
import { searchImages } from './note/searchImages';
import type { BuiltInQuery } from './operation';
import { getAnswers } from './question/getAnswers';
import { getPosts } from './user/getPosts';
import { search } from './video/search';

/** In the order of the dropdowns. */
export const queries: readonly BuiltInQuery[] = [
	getCommentReplies,
	searchImages,
	getSubComments,
	getAnswers,
	getPosts,
	search,
];
