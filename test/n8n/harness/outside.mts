import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';

import { execa } from 'execa';
import type { INode } from 'n8n-workflow';

import { listening } from '../../harness/listening.mts';
import { saveCredential, SLACK_NAME } from './credentials.mts';
import type { Rest } from './rest.mts';
import { Sheets } from './sheets.mts';
import { temporaryFolder } from './temporaryFolders.mts';
import type { Workflow } from './workflows.mts';

export interface Asked {
	method: string;
	host: string;
	path: string;
	query: URLSearchParams;
	text: string;
	/** The text parsed, if it is JSON. */
	body: unknown;
}

/** An answer in JSON. `location` is sent as a header instead. */
export type Answer = Record<string, unknown> & { location?: string };

export interface Message {
	channel: string;
	text: string;
}

/** The host of the emulator's images. */
export const IMAGES = 'img.notes.example';

const HOSTS = ['oauth2', 'sheets', 'www'].map((name) => `${name}.googleapis.com`);
HOSTS.push('slack.com', IMAGES);

/**
 * Google, Slack and a host of images on this machine. n8n's own nodes call them by their real names: a
 * proxy maps these names to this server, and refuses all others.
 */
export class Outside {
	readonly sheets = new Sheets();
	/** The names of the files that were uploaded to Google's Drive. */
	readonly files: string[] = [];
	readonly messages: Message[] = [];
	/** The authorization of each request to these hosts or to the proxy itself. */
	readonly keys: string[] = [];
	/** While this is true, Google's Sheets API fails. */
	sheetsFail = false;
	/** The messages that Slack refuses, counted from 1. */
	readonly refusedMessages = new Set<number>();
	/** From this message on, counted from 1, Slack accepts messages without an answer. */
	silentFrom = Infinity;
	private messagesSeen = 0;

	forget(): void {
		this.sheets.clear();
		this.files.length = 0;
		this.messages.length = 0;
		this.keys.length = 0;
		this.sheetsFail = false;
		this.refusedMessages.clear();
		this.silentFrom = Infinity;
		this.messagesSeen = 0;
	}

	noteKey({ headers }: IncomingMessage): void {
		if (headers.authorization) this.keys.push(headers.authorization);
	}

	async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		this.noteKey(request);
		const { method = '', headers, url = '' } = request;
		const { host, pathname, searchParams } = new URL(url, `https://${headers.host}`);
		if (host === IMAGES) {
			// Images in the other format are missing, which must fail no record.
			response.writeHead(pathname.endsWith('.jpg') ? 200 : 404, { 'content-type': 'image/jpeg' });
			response.end('An image');
			return;
		}
		const text = await readText(request);
		const isJson = headers['content-type']?.startsWith('application/json') && text !== '';
		const body: unknown = isJson ? JSON.parse(text) : undefined;
		const asked = { method, host, path: pathname, query: searchParams, text, body };
		const answer = this.answer(asked);
		if (host === 'slack.com' && this.messagesSeen >= this.silentFrom) return;
		const { location, ...json } = answer ?? { error: { message: 'Out of order' } };
		const type = { 'content-type': 'application/json' };
		response.writeHead(answer ? 200 : 400, { ...type, ...(location ? { location } : {}) });
		response.end(JSON.stringify(json));
	}

	private answer(asked: Asked): Answer | undefined {
		if (asked.host === 'oauth2.googleapis.com') return { access_token: 'token', expires_in: 3600 };
		if (asked.host === 'www.googleapis.com') return this.upload(asked);
		if (asked.host === 'sheets.googleapis.com') {
			return this.sheetsFail ? undefined : this.sheets.answer(asked);
		}
		if (asked.path !== '/api/chat.postMessage') return undefined;
		if (this.refusedMessages.has(++this.messagesSeen)) return { ok: false, error: 'ratelimited' };
		const { channel, text } = asked.body as Message;
		this.messages.push({ channel, text });
		return { ok: true, channel, ts: '1', message: { text } };
	}

	/** The first request of an upload names its file. */
	private upload({ method, text }: Asked): Answer {
		const [, name] = /"name":"([^"]+)"/.exec(text) ?? [];
		if (method === 'POST' && name !== undefined) this.files.push(name);
		return { id: 'file', location: 'https://www.googleapis.com/upload/drive/v3/files?upload_id=1' };
	}
}

/** Starts these servers on free ports. Only an n8n with this environment trusts their certificate. */
export async function startOutside() {
	const outside = new Outside();
	const { key, cert } = await certificate();
	const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) });
	server.on('request', (request, response) => void outside.serve(request, response));
	const proxy = proxyTo(await listening(server), outside);
	const url = `http://127.0.0.1:${await listening(proxy)}`;
	const close = () => {
		for (const each of [proxy, server]) {
			each.close();
			each.closeAllConnections();
		}
	};
	const environment = { HTTPS_PROXY: url, NODE_EXTRA_CA_CERTS: cert };
	return { outside, environment, certificate: readFileSync(cert, 'utf8'), close };
}

/** Creates a certificate for all of these names. */
async function certificate(): Promise<{ key: string; cert: string }> {
	const folder = temporaryFolder('outside');
	const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
	const names = HOSTS.map((host) => `DNS:${host}`).join();
	const made = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=tests'.split(' ');
	const named = ['-addext', `subjectAltName=${names}`, '-keyout', key, '-out', cert];
	await execa('openssl', [...made, ...named]);
	return { key, cert };
}

function proxyTo(port: number, outside: Outside): Server {
	const proxy = createServer((request, response) => {
		outside.noteKey(request);
		response.writeHead(502).end();
	});
	proxy.on('connect', ({ url = '' }, client) => {
		client.on('error', () => client.destroy());
		if (!HOSTS.includes(url.split(':')[0]!)) {
			client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
			return;
		}
		const tunnel = connect(port, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			client.pipe(tunnel).pipe(client);
		});
		tunnel.on('error', () => client.destroy());
	});
	return proxy;
}

const GOOGLE_NAME = 'Google account';
const GOOGLE = ['n8n-nodes-base.googleDrive', 'n8n-nodes-base.googleSheets'];

const DOCUMENT = 'https://docs.google.com/spreadsheets/d/1document-of-the-tests-0123456789/edit';

/** Saves credentials for these services. */
export async function createAccounts(rest: Rest): Promise<void> {
	const { privateKey } = generateKeyPairSync('rsa', {
		modulusLength: 2048,
		privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
		publicKeyEncoding: { type: 'spki', format: 'pem' },
	});
	const google = { email: 'tests@example.com', privateKey };
	await saveCredential(rest, GOOGLE_NAME, 'googleApi', google);
	await saveCredential(rest, SLACK_NAME, 'slackApi', { accessToken: 'token' });
}

/** Returns the workflow with selected accounts and documents. A node that names no sheet gets one with its own name. */
export function withAccounts(workflow: Workflow, outside: Outside): Workflow {
	const nodes = workflow.nodes.map((node) => {
		if (node.name === 'Document') return withAddress(node);
		if (!GOOGLE.includes(node.type)) return node;
		const parameters = { ...node.parameters, authentication: 'serviceAccount' };
		const credentials = { googleApi: { id: null, name: GOOGLE_NAME } };
		if (!node.type.endsWith('Sheets')) return { ...node, parameters, credentials };
		const { documentId, sheetName } = node.parameters as Record<string, { value: string }>;
		const tab = sheetName!.value || node.name;
		outside.sheets.add(tab);
		const picked = {
			documentId: documentId!.value ? documentId : { __rl: true, mode: 'url', value: DOCUMENT },
			sheetName: { __rl: true, mode: 'name', value: tab },
		};
		return { ...node, parameters: { ...parameters, ...picked }, credentials };
	});
	return { ...workflow, nodes };
}

function withAddress(node: INode): INode {
	const { assignments } = node.parameters.assignments as { assignments: Array<{ value: string }> };
	const filled = assignments.map((one) => ({ ...one, value: one.value || DOCUMENT }));
	return { ...node, parameters: { ...node.parameters, assignments: { assignments: filled } } };
}
