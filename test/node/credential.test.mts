import { describe, expect, test } from '@jest/globals';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { DataAccessApi } from '../../credentials/DataAccessApi.credentials.ts';
import { whyNoBaseUrl } from '../../nodes/DataAccess/ask/credential.ts';
import { UNSENDABLE_KEYS } from '../harness/wrongValues.mts';

type Request = Partial<Omit<IHttpRequestOptions, 'proxy'>> & Record<string, unknown>;
type Authenticate = (data: object, request: Request) => Promise<IHttpRequestOptions>;

const credential = new DataAccessApi();
const ORIGIN = 'https://gateway.example.com';
const BASE_URL = `${ORIGIN}/some/path/`;

const send = async (request: Request, baseUrl: string = BASE_URL, apiKey: unknown = ' key ') =>
	await (credential.authenticate as unknown as Authenticate)({ baseUrl, apiKey }, request);

const LOCAL = 'http://127.0.0.1:8080';
const tested = credential.test.request as Request;

test.each<[label: string, request: Request, baseUrl?: string]>([
	['in a request of the node', { url: `${ORIGIN}/some/path/v1/run` }],
	['with another path', { url: `${ORIGIN}/health?all=1` }],
	['in capitals', { url: 'HTTPS://Gateway.Example.COM/v1/run' }],
	['in a request of the older helper', { uri: `${ORIGIN}/v1/run` }],
	['in two parts', { baseURL: ORIGIN, url: '/v1/run' }],
	['in two parts, both absolute', { baseURL: BASE_URL, url: `${ORIGIN}/v1/run` }],
	['with a port', { url: `${LOCAL}/v1/run` }, ` ${LOCAL} `],
	['in the test of the credential', { ...tested, baseURL: `${ORIGIN}/some/path` }],
])('the key goes to the Base URL %s', async (...[, request, baseUrl]) => {
	const sent = await send({ ...request, headers: { accept: 'text/plain' } }, baseUrl);
	expect(sent.headers).toEqual({ accept: 'text/plain', authorization: 'Bearer key' });
});

describe('on its way, the key can be read by nobody whom the user of the node chooses', () => {
	const UNCHECKED =
		'The API key is sent only if the certificate of the gateway is checked. Turn off Ignore SSL Issues in this node';
	const PROXY =
		'The API key is not sent through the proxy of this node, which could read it: the Base URL begins with http://, or the node has a CA certificate of its own. Remove the proxy from this node';
	const proxy = 'http://proxy.example:3128';
	const url = `${ORIGIN}/v1/run`;
	const local = { url: `${LOCAL}/v1/run` };

	test.each<[label: string, request: Request, baseUrl: string, message: string]>([
		[
			'a certificate that is not checked',
			{ url, skipSslCertificateValidation: true },
			ORIGIN,
			UNCHECKED,
		],
		['the same of the older helper', { uri: url, rejectUnauthorized: false }, ORIGIN, UNCHECKED],
		['a proxy before http', { ...local, proxy: { host: 'proxy.example', port: 1 } }, LOCAL, PROXY],
		['the same of the older helper', { ...local, proxy }, LOCAL, PROXY],
		['a proxy with its own CA', { url, proxy, agentOptions: { ca: 'PEM' } }, ORIGIN, PROXY],
	])('%s', async (_label, request, baseUrl, message) => {
		await expect(send(request, baseUrl)).rejects.toMatchObject({ message });
	});

	test.each<[label: string, request: Request, baseUrl: string]>([
		['certificates that are checked', { uri: url, rejectUnauthorized: true }, ORIGIN],
		['a proxy before https', { url, proxy }, 'HTTPS://gateway.example.com'],
		['an empty proxy', { ...local, proxy: '' }, LOCAL],
		['a CA of its own without a proxy', { url, agentOptions: { ca: 'PEM' } }, ORIGIN],
	])('%s: sent', async (_label, request, baseUrl) => {
		expect((await send(request, baseUrl)).headers).toEqual({ authorization: 'Bearer key' });
	});
});

describe('a key', () => {
	const request = { url: BASE_URL };

	const none = ['', '  ', '""', '" "', '\ufeff', null, {}, true].map(
		(key) => [JSON.stringify(key), key] as const,
	);

	test.each([...UNSENDABLE_KEYS, ...none])('with %s is refused', async (_label, key) => {
		const message =
			"The 'API Key' of the Data Access credential is empty, or has a character that no key has, such as a space, a line break, an invisible character or an accented letter. Copy the key again";
		await expect(send(request, BASE_URL, key)).rejects.toMatchObject({ message });
	});

	test('is sent unchanged, without the blanks and the quotes around it', async () => {
		const visible = String.fromCharCode(...Array.from({ length: 94 }, (_, at) => 0x21 + at));
		const sentAs = async (key: unknown) => (await send(request, BASE_URL, key)).headers;
		expect(await sentAs(`\ufeff ${visible}\r\n`)).toEqual({ authorization: `Bearer ${visible}` });
		for (const quoted of [`"${visible}"`, `'${visible}`, ` “${visible}” `, `«${visible}»`]) {
			expect(await sentAs(quoted)).toEqual({ authorization: `Bearer ${visible}` });
		}
		expect(await sentAs(12345)).toEqual({ authorization: 'Bearer 12345' });
	});
});

describe('a request to any other address is refused', () => {
	const CASES: Array<[label: string, request: Request]> = [
		['another host', { url: 'https://elsewhere.example.com/v1/run' }],
		['http for https', { url: 'http://gateway.example.com/v1/run' }],
		['another port', { url: 'https://gateway.example.com:8443/v1/run' }],
		['a host with the same beginning', { url: 'https://gateway.example.com.evil.example/v1/run' }],
		['its host as a user name', { url: 'https://gateway.example.com@evil.example/v1/run' }],
		['backslashes', { url: 'https:\\\\evil.example\\gateway.example.com' }],
		['no scheme', { url: '//evil.example/v1/run' }],
		['no scheme, with a base', { baseURL: BASE_URL, url: '//evil.example/v1/run' }],
		['backslashes, with a base', { baseURL: BASE_URL, url: '\\\\evil.example\\v1\\run' }],
		['one slash, with a base', { baseURL: BASE_URL, url: 'https:/evil.example/v1/run' }],
		['one slash', { url: 'https:/evil.example/v1/run' }],
		['blanks before it', { baseURL: BASE_URL, url: ' https://evil.example/' }],
		['uri beside a url', { uri: 'https://evil.example/', url: BASE_URL }],
		['another base', { baseURL: 'https://evil.example', url: '/v1/run' }],
		['an absolute url beside its base', { baseURL: BASE_URL, url: 'https://evil.example/' }],
		['only a path', { url: '/v1/run' }],
		['another scheme', { url: 'file:///gateway.example.com' }],
		['nothing', {}],
	];

	test.each(CASES)('%s', async (_label, request) => {
		const message =
			'The API key is sent only to the Base URL of the Data Access credential, and this request goes to a different address';
		await expect(send(request)).rejects.toMatchObject({ message });
	});

	const NO_URLS = ['', 'gateway.example.com', 'ftp://gateway.example.com', 'https://a:b@gateway'];
	test.each(NO_URLS)('an invalid Base URL: %j', async (baseUrl) => {
		const message = whyNoBaseUrl(baseUrl);
		expect(message).toBeDefined();
		await expect(send({ url: BASE_URL }, baseUrl)).rejects.toMatchObject({ message });
	});
});

/** The messages of the credential's test, by the statuses that n8n passes to its rules. */
const VERDICTS: Array<[statuses: number[], sentence: string]> = [
	[
		[300, 304, 305, 306, 404, 405],
		'This address responds, but it is not a data-access gateway. Check the Base URL.',
	],
	[
		[301, 302, 303, 307, 308],
		'This address redirects to another one, which is not followed. Enter the final address as the Base URL.',
	],
	[[401], 'The gateway refused this API key. Check that it is complete.'],
	[
		[403],
		'Access was denied: by the gateway to this API key, or by a firewall to n8n. Ask the operator of the gateway.',
	],
	[[429], 'The gateway limits the rate of calls at the moment. Try again in a minute.'],
	[
		[500, 501, 502, 503, 504, 505, 511, 520, 521, 526, 530],
		'The gateway is not available at the moment. Check the Base URL, or try again later.',
	],
];

test.each(VERDICTS)('its test has a message for the statuses %j', (statuses, message) => {
	const { ignoreHttpStatusErrors } = credential.test.request;
	expect(ignoreHttpStatusErrors).toMatchObject({ except: expect.arrayContaining(statuses) });
	const rules = statuses.map((value) => ({ type: 'responseCode', properties: { value, message } }));
	expect(credential.test.rules).toEqual(expect.arrayContaining(rules));
});

type BodyRule = { properties: { key: string; value: unknown; message: string } };

/** Returns the message of n8n 1 for a body: that of the first rule that matches, as in its test of credentials. */
function verdictOf(body: unknown): string | undefined {
	const rules = credential.test.rules!.filter(({ type }) => type === 'responseSuccessBody');
	const valueAt = (key: string) =>
		key.split('.').reduce((value, name) => (value as never)?.[name], body);
	const rule = (rules as BodyRule[]).find(
		({ properties: { key, value } }) => valueAt(key) === value,
	);
	return rule?.properties.message;
}

test.each<[body: unknown, said: RegExp]>([
	[{ detail: 'Not Found' }, /not a data-access gateway/],
	[{ message: 'Not found' }, /not a data-access gateway/],
	[{ error: { message: 'Not Found' } }, /not a data-access gateway/],
	[{ timestamp: 1, status: 404, error: 'Not Found' }, /not a data-access gateway/],
	[{ type: 'about:blank', title: 'Method Not Allowed', status: 405 }, /not a data-access gateway/],
	[{ statusCode: 401, message: 'Unauthorized' }, /refused this API key/],
	[{ message: 'Forbidden' }, /^Access was denied: /],
	[{ error: { code: 'INVALID_API_KEY' } }, /refused this API key/],
	[{ error: 'Internal Server Error' }, /not available at the moment/],
	['<!doctype html>', /web page.*firewall/],
])('its test has a message in n8n 1, which passes only the body %j', (body, said) => {
	expect(verdictOf(body)).toMatch(said);
});

test.each([
	{ code: 'invalid_request', message: 'endpoint is required' },
	{ error: { code: 400, message: 'Not found in the body: endpoint' } },
	{ detail: [{ loc: ['body', 'endpoint'], msg: 'Field required' }] },
	{ status: 'FAILED', message: 'No endpoint' },
])('an error of the gateway passes its test: %j', (body) => {
	expect(verdictOf(body)).toBeUndefined();
});
