import { remembered } from '../../shared/remembered';

/** For each run entry point: milliseconds by which the gateway's clock is at least ahead of this machine's. */
const leads = remembered<number>('clocks');

/**
 * Records how far the gateway's clock is ahead at least: the run ended at `completedAt`, before its response arrived.
 * The largest lead counts: each completion time, less the lead, then precedes the arrival of its response.
 */
export function recordClock(gatewayUrl: string, completedAt = NaN): void {
	const lead = completedAt - Date.now();
	if (lead > (leads.get(gatewayUrl) ?? -Infinity)) leads.set(gatewayUrl, lead);
}

/** Returns milliseconds; undefined if no recent run has shown it. */
export const leadOf = (gatewayUrl: string): number | undefined => leads.get(gatewayUrl);
