import { operations } from '../operations';

/**
 * The values of `operation` that cost nothing: parameters about calls and money are hidden for them.
 * The name alone decides, so no paid operation of any resource may have it.
 */
export const freeOperations: string[] = operations
	.filter(({ kind }) => kind === 'lookUp')
	.map(({ name }) => name);

/** The operations that run any endpoint, whose records the node does not know. */
export const openOperations = operations.filter(({ kind }) => kind === 'openQuery');
