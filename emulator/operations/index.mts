/**
 * The operations go by the service's own names: the last segment of their endpoint, in camel case
 * where a file or a constant bears it. `fetch_user_posts_v2` is `fetchUserPostsV2`, in
 * `fetchUserPostsV2/`, beside the record that it lists.
 */
import type { PlatformWord, Settings } from '../settings.mts';
import { fetchArticleComments } from './fetchArticleComments/fetchArticleComments.mts';
import { fetchCommentReplies } from './fetchCommentReplies/fetchCommentReplies.mts';
import { fetchQuestionAnswers } from './fetchQuestionAnswers/fetchQuestionAnswers.mts';
import { fetchSearchVideos } from './fetchSearchVideos/fetchSearchVideos.mts';
import { fetchUserPostsV2 } from './fetchUserPostsV2/fetchUserPostsV2.mts';
import { getNoteComments } from './getNoteComments/getNoteComments.mts';
import { getNoteSubComments } from './getNoteSubComments/getNoteSubComments.mts';
import type { Operation } from './operation.mts';
import { searchImages } from './searchImages/searchImages.mts';

/**
 * The node's operations (docs/development/gateway.md, Operations), and the comments of articles and notes that lead
 * to replies (docs/development/gateway.md, Comment replies).
 */
export const OPERATIONS: readonly Operation[] = [
	searchImages,
	getNoteSubComments,
	fetchQuestionAnswers,
	fetchSearchVideos,
	fetchCommentReplies,
	fetchUserPostsV2,
	fetchArticleComments,
	getNoteComments,
];

/** The full operation path in a deployment with these platform words. */
export function endpointOf(operation: Operation, words: Record<PlatformWord, string>): string {
	return `/api/v1/${words[operation.platform]}/${operation.path}`;
}

/** US dollars per call (docs/development/gateway.md, Money). */
export function priceOf({ name, price }: Operation, { prices }: Settings): number {
	return prices[name] ?? price;
}
