import type { PlatformWord } from '../settings.mts';
import { commentReplies } from './commentReplies.mts';
import type { Operation } from './operation.mts';
import { questionAnswers } from './questionAnswers.mts';
import { searchImages } from './searchImages.mts';
import { searchVideos } from './searchVideos.mts';
import { subComments } from './subComments.mts';
import { userPosts } from './userPosts.mts';

/** The six operations of spec §4. */
export const OPERATIONS: readonly Operation[] = [
	searchImages,
	subComments,
	questionAnswers,
	searchVideos,
	commentReplies,
	userPosts,
];

/** The full operation path in a deployment with these platform words. */
export function endpointOf(operation: Operation, words: Record<PlatformWord, string>): string {
	return `/api/v1/${words[operation.platform]}/${operation.path}`;
}
