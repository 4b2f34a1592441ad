import type { Emulator } from '../../../emulator/emulator.mts';
import { createCredential } from './credentials.mts';
import { Rest } from './rest.mts';
import type { Version } from './versions.mts';

export const API_KEY = 'test-key';

/** A whole n8n with the package in it, a credential, and an emulator of the gateway. */
export interface World {
	readonly version: Version;
	readonly rest: Rest;
	readonly emulator: Emulator;
	/** Of the credential that leads to the emulator. */
	readonly credentialId: string;
	/** Ends every process of n8n, and starts others that find what was stored. */
	restart(): Promise<void>;
}

/** The pages that were paid for, of this list or of all, in their order. */
export const paidPages = ({ emulator }: Pick<World, 'emulator'>, list?: string) =>
	emulator.ledger
		.filter(({ charged, key }) => charged > 0 && key === (list ?? key))
		.map(({ page }) => page);

/** Makes a fresh n8n somebody's own, with a credential that leads to the emulator. */
export async function setUpAccount(url: string, emulator: Emulator) {
	const rest = new Rest(url);
	await rest.setUpOwner();
	const { url: baseUrl, provider } = emulator;
	const credentialId = await createCredential(rest, { baseUrl, apiKey: API_KEY, provider });
	return { rest, credentialId };
}
