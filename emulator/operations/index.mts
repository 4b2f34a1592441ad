/**
 * An operation has the service's name: the last segment of its endpoint. Files and constants have that name in camel
 * case: `fetch_user_posts_v2` is `fetchUserPostsV2`, in the folder `fetchUserPostsV2/`, beside its records.
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
 * The node's operations (docs/development/gateway.md, Operations), and the comments of articles and notes, whose IDs
 * are needed for replies (docs/development/gateway.md, Comment replies).
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

/** Returns the full path of an operation in a deployment with these platform words. */
export function endpointOf(operation: Operation, words: Record<PlatformWord, string>): string {
	return `/api/v1/${words[operation.platform]}/${operation.path}`;
}

/** Returns the price of a call, in US dollars (docs/development/gateway.md, Money). */
export function priceOf({ name, price }: Operation, { prices }: Settings): number {
	return prices[name] ?? price;
}
