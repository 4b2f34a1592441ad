import type { IDataObject } from 'n8n-workflow';

import type { InspectedEndpoint, ListedRun, WantedRuns } from '../shared/freeAnswers';
import type { ApiInput, NamedDeployment, PanelEntry, Query, ReadPage } from './operation';

/** What a gateway tells for free; each of them throws where it cannot be told. */
export interface Informant {
	/** Without asking the gateway. */
	deployment(): Promise<NamedDeployment>;
	inspect(place: { provider: string; endpoint: string }): Promise<InspectedEndpoint>;
	balance(): Promise<IDataObject>;
	/** Newest first. */
	runs(wanted: WantedRuns): Promise<ListedRun[]>;
	/** undefined where it cannot be shown. */
	runWith(runId: string): Promise<KeptRun | undefined>;
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
	 * @throws Refusal, and what the informant throws
	 */
	answer(
		parameters: Record<string, unknown>,
		gateway: Informant,
		timeZone: string,
	): Promise<Array<IDataObject | RunPage>>;
}
