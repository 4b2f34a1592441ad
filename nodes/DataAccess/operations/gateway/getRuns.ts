import type { INodeProperties } from 'n8n-workflow';

import { limitField, newerThanField, RAW, SIMPLIFIED, USUAL_LIMIT } from '../parts/fields';
import { flag, integer, word } from '../parts/inputs';
import { newerThanIn } from '../parts/newerThan';
import { valueOf } from '../parts/refusal';
import type { ListedRun } from '../../shared/freeAnswers';
import { RunPage } from '../lookUp';
import type { LookUp, OpenGateway } from '../lookUp';
import { ALL, endpointField, ownKnownAt, readEndpoint } from './endpoint';

const LIMIT = integer(USUAL_LIMIT, 1);
const RETURN_RECORDS = flag(false);
const OUTPUT = word<RunPage['form']>(['simplified', 'raw'], 'simplified');

const fields: INodeProperties[] = [
	{ ...limitField, hint: 'Counts runs, not their records' },
	newerThanField("runs from this time on, by the gateway's clock"),
	endpointField({ description: 'Whose runs to return; empty = those of all endpoints' }),
	{
		displayName: 'Return Records',
		name: 'returnRecords',
		type: 'boolean',
		default: false,
		description:
			'Whether to return the records of each completed run, which were paid for, instead of the list of runs. Each has the runId and the input of its run. Limit still counts runs. Of an endpoint that this node does not know, the output is returned as it is; it is null where the gateway cannot show a run.',
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [RAW, SIMPLIFIED],
		default: 'simplified',
		description: 'The form of the records',
		displayOptions: { show: { returnRecords: [true] } },
	},
];

/** The records of a completed run where its endpoint is known and its page can be read, else its output. */
async function recordsOf(
	{ runId, provider, endpoint }: ListedRun,
	{ informant, deployment }: OpenGateway,
	form: RunPage['form'],
) {
	const run = await informant.runWith(runId);
	const isNamed = provider !== null && endpoint !== null;
	const known = isNamed ? ownKnownAt({ provider, endpoint }, deployment) : undefined;
	const input = run?.input ?? null;
	const whole = { runId, input, output: run?.output ?? null };
	if (!run || !known) return whole;
	try {
		const page = known.readPage(run.payloadFor(known), input ?? {});
		return new RunPage(known, page, form, { runId, input });
	} catch {
		return whole;
	}
}

/** What the account has run, and what was bought with it: for a run that n8n has lost. */
export const getRuns: LookUp = {
	kind: 'lookUp',
	resource: 'gateway',
	name: 'getRuns',
	label: 'Get Runs',
	action: 'Get runs of account',
	description: 'Get what the account has run, newest first, or the records of these runs',
	fields,
	forModels: {
		endpoint: 'Path of the operation whose runs are wanted; empty = all',
		newerThan: 'Only runs from this time on, as ISO 8601; empty = all',
	},

	async answer(parameters, open, timeZone) {
		const withRecords = valueOf(RETURN_RECORDS, parameters.returnRecords, 'Return Records');
		// One that is not shown may be another operation's.
		const form = valueOf(OUTPUT, withRecords ? parameters.output : undefined, 'Output');
		const newerThan = newerThanIn(parameters.newerThan, timeZone);
		const place = readEndpoint({ endpoint: parameters.endpoint });
		const gateway = await open();
		if ('failure' in gateway) return gateway;
		const { deployment, informant } = gateway;
		const { provider: own, endpointOf } = deployment;
		const known = ownKnownAt(place, deployment);
		const isAll = place.endpoint === '' || place.endpoint === ALL;
		const runs = await informant.runs({
			limit: valueOf(LIMIT, parameters.limit, 'Limit'),
			newerThan,
			...(!isAll && {
				provider: place.provider || own,
				endpoint: known ? endpointOf(known) : place.endpoint,
			}),
			isCompleted: withRecords,
		});
		if ('failure' in runs) return runs;
		if (!withRecords) return runs.map((run) => ({ ...run }));
		const answers = [];
		for (const run of runs) answers.push(await recordsOf(run, gateway, form));
		return answers;
	},
};
