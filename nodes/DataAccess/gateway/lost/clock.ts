import { remembered } from '../../shared/remembered';

/** By the run entry point: milliseconds by which a gateway's clock is at least ahead of this machine's. */
const leads = remembered<number>('clocks');

/**
 * A run was over at `completedAt` on the gateway's clock, and its answer is here: so far is that clock ahead at
 * least. Of all answers the most counts: whatever a run tells of a page is then surely told before the page was here.
 */
export function recordClock(gatewayUrl: string, completedAt = NaN): void {
	const lead = completedAt - Date.now();
	if (lead > (leads.get(gatewayUrl) ?? -Infinity)) leads.note(gatewayUrl, lead);
}

/** undefined where no run has told it lately. */
export const leadOf = (gatewayUrl: string): number | undefined => leads.get(gatewayUrl);
