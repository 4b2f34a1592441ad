import { getCommentReplies } from './article/getCommentReplies';
import { getSubComments } from './note/getSubComments';
import { searchImages } from './note/searchImages';
import type { Operation, Query } from './operation';
import { getAnswers } from './question/getAnswers';
import { getPosts } from './user/getPosts';
import { search } from './video/search';

/** The paid queries that the node offers, in the order of the dropdowns. */
export const queries: readonly Query[] = [
	getCommentReplies,
	searchImages,
	getSubComments,
	getAnswers,
	getPosts,
	search,
];

/** Every operation that the node offers. */
export const operations: readonly Operation[] = queries;

/** The operation behind the node's two dropdowns; undefined for one that does not exist. */
export function findOperation(resource: string, name: string): Operation | undefined {
	return operations.find((operation) => operation.resource === resource && operation.name === name);
}
