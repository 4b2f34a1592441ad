import type { IDataObject } from 'n8n-workflow';

import type { Balance, InspectedEndpoint, ListedRun, WantedRuns } from '../shared/freeAnswers';
import type { Failure } from '../shared/failure';
import type { ApiInput, Deployment, PanelEntry, Query, ReadPage } from './operation';

type Answer<T> = Promise<T | { failure: Failure }>;

/** What a gateway tells for free. */
interface Informant {
	inspect(place: { provider: string; endpoint: string }): Answer<InspectedEndpoint>;
	balance(): Answer<Balance>;
	/** Newest first. */
	runs(wanted: WantedRuns): Answer<ListedRun[]>;
	/** undefined where it cannot be shown. */
	runWith(runId: string): Promise<KeptRun | undefined>;
}

/** The gateway that the credential names; to open it asks nothing yet. */
export interface OpenGateway {
	deployment: Deployment;
	informant: Informant;
}

export interface KeptRun {
	/** null where it is not told. */
	input: ApiInput | null;
	output: unknown;
	/** undefined where its answer holds none of the query. */
	payloadFor(query: Query): unknown;
}

/** A page that was bought in an earlier run: its records are delivered as those of any page. */
export class RunPage {
	constructor(
		readonly query: Query,
		readonly page: ReadPage,
		readonly form: 'raw' | 'simplified',
		/** What stands beside the fields of each record. */
		readonly run: { runId: string; input: IDataObject | null },
	) {}
}

/** A free look-up: answered by the node itself, or by what the gateway tells for free. */
export interface LookUp extends PanelEntry {
	kind: 'lookUp';
	/** It is answered once, whatever the number of input items. */
	isOnce?: true;
	/**
	 * @param timeZone the workflow's, such as Europe/Berlin
	 * @returns the json of the output items, or pages whose records they are
	 * @throws Refusal
	 */
	answer(
		parameters: Record<string, unknown>,
		open: () => Answer<OpenGateway>,
		timeZone: string,
	): Answer<Array<IDataObject | RunPage>>;
}
