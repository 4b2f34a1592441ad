import type { Settings } from '../settings.mts';

/** What the gateway's clock shows, epoch milliseconds. */
export function gatewayTime({ clockSkewSeconds }: Settings): number {
	return Date.now() + clockSkewSeconds * 1000;
}

export function httpDate(ms: number): string {
	return new Date(ms).toUTCString();
}
