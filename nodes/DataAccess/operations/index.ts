import type { Operation } from './types';
import { getAnswers } from './getAnswers';
import { getCommentReplies } from './getCommentReplies';
import { getPosts } from './getPosts';
import { getSubComments } from './getSubComments';
import { searchImages } from './searchImages';
import { searchVideos } from './searchVideos';

/** Every operation that the node offers, in the order of the dropdowns. */
export const operations: readonly Operation[] = [
	getCommentReplies,
	searchImages,
	getSubComments,
	getAnswers,
	getPosts,
	searchVideos,
];

/** The operation behind the node's two dropdowns; undefined for one that does not exist. */
export function findOperation(resource: string, name: string): Operation | undefined {
	return operations.find((operation) => operation.resource === resource && operation.name === name);
}
