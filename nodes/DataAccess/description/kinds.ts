import { operations } from '../operations';

/**
 * The values of `operation` that cost nothing: what is about calls and money is not shown for them.
 * No paid operation has such a name, whatever its resource.
 */
export const freeOperations: string[] = operations
	.filter(({ kind }) => kind === 'lookUp')
	.map(({ name }) => name);

/** What runs any operation: the node knows nothing of its records. */
export const openOperations = operations.filter(({ kind }) => kind === 'openQuery');
