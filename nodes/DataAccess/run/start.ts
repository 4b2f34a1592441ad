import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeExecutionData,
	INodeListSearchResult,
} from 'n8n-workflow';

import { losesOutputError, unknownOperationError } from '../deliver/errors';
import { panelHost } from '../host/access';
import { executionHost, losesOutput } from '../host/executionHost';
import { findOperation } from '../operations';
import { lookUp } from './lookUp';
import { runQuery } from './runQuery';
import { searchEndpoints } from './searchEndpoints';

/**
 * @returns the items in input order, error items last; on a second output the report, if wanted
 * @throws NodeOperationError for settings that cannot work, NodeApiError if a failure stops the workflow
 */
export async function execute(
	context: IExecuteFunctions,
	continuesOnFail: boolean,
): Promise<INodeExecutionData[][]> {
	const resource = context.getNodeParameter('resource', 0);
	// n8n's own Custom API Call has no operation.
	const name = context.getNodeParameter('operation', 0, '');
	const operation = findOperation(resource, name);
	if (!operation) {
		throw unknownOperationError(context.getNode(), resource, name);
	}
	if (losesOutput(context)) throw losesOutputError(context.getNode());
	const host = executionHost(context, operation, continuesOnFail);
	const ended =
		operation.kind === 'lookUp' ? await lookUp(host, operation) : await runQuery(host, operation);
	if ('outputs' in ended) return ended.outputs;
	throw host.audience.errorOf(ended.failed);
}

export async function search(
	context: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchEndpoints(panelHost(context), filter);
}
