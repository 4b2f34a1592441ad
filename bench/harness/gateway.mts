import type { LedgerEntry, LedgerSummary } from '../../emulator/emulator.mts';
import type { Fault } from '../../emulator/faults/fault.mts';
import type { ListChange } from '../../emulator/lists/changes.mts';
import type { ListSettings } from '../../emulator/lists/list.mts';
import type { SettingsChange } from '../../emulator/settings.mts';
import { startEmulatorProcess } from './emulatorProcess.mts';

/** The emulated gateway in a process of its own, controlled over its routes. */
export interface Gateway {
	url: string;
	key: string;
	provider: string;
	configure(change: SettingsChange): Promise<void>;
	addFault(fault: Fault): Promise<void>;
	setList(key: string, list: Partial<ListSettings>): Promise<void>;
	/** Changes a list: `{ add: 3 }` adds three new posts. */
	changeList(key: string, change: ListChange): Promise<void>;
	ledger(): Promise<{ entries: LedgerEntry[]; summary: LedgerSummary }>;
	/** Restores the state of the start. */
	reset(): Promise<void>;
	close(): void;
}

/** The endpoint that all peers call: posts of a user, paged by a cursor. */
export const ENDPOINT = '/api/v1/photos/v1/fetch_user_posts_v2';

/** The path of the posts in an answer. */
export const POSTS = 'output.data.user.edge_owner_to_timeline_media';

export async function startGateway(): Promise<Gateway> {
	const key = 'bench-key';
	const { url, provider, close } = await startEmulatorProcess(key);
	async function control(method: string, path: string, body?: object): Promise<unknown> {
		const response = await fetch(`${url}/emulator/${path}`, {
			method,
			headers: body && { 'content-type': 'application/json' },
			body: body && JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
		return text === '' ? undefined : JSON.parse(text);
	}
	return {
		url,
		key,
		provider,
		configure: async (change) => void (await control('PATCH', 'settings', change)),
		addFault: async (fault) => void (await control('POST', 'faults', fault)),
		setList: async (key, list) => {
			await control('PUT', 'lists', { operation: 'fetch_user_posts_v2', key, list });
		},
		changeList: async (key, change) => {
			await control('POST', 'lists/changes', { operation: 'fetch_user_posts_v2', key, change });
		},
		ledger: async () =>
			(await control('GET', 'ledger')) as { entries: LedgerEntry[]; summary: LedgerSummary },
		reset: async () => void (await control('POST', 'reset')),
		close,
	};
}
