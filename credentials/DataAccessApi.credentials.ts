import type {
	IAuthenticate,
	IAuthenticateRuleResponseCode,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { ApplicationError } from 'n8n-workflow';

import { apiKeyIn, whyNoApiKey, whyNoBaseUrl } from '../nodes/DataAccess/ask/credential';
import { PLATFORMS } from '../nodes/DataAccess/operations/platforms';
import { trimmed } from '../nodes/DataAccess/shared/values';

const platformNames = Object.entries(PLATFORMS).map(
	([platform, { word, label, description }]): INodeProperties => ({
		displayName: `${label} Name`,
		name: `${platform}Name`,
		type: 'string',
		default: word,
		placeholder: `e.g. ${word}`,
		description: `What the gateway calls ${description} in its paths`,
		displayOptions: { show: { customizePlatformNames: [true] } },
	}),
);

const NO_GATEWAY =
	'This address responds, but it is not a data-access gateway. Check the Base URL.';
const WEB_PAGE =
	'This address responds with a web page: it is not a data-access gateway, or a firewall keeps n8n out. Check the Base URL.';
const REDIRECT =
	'This address redirects to another one, which is not followed. Enter the final address as the Base URL.';
const FAILING =
	'The gateway is not available at the moment. Check the Base URL, or try again later.';

// The statuses of HTTP, and those that Cloudflare sends in a server's place.
const SERVER_ERRORS = [
	500, 501, 502, 503, 504, 505, 506, 507, 508, 510, 511, 520, 521, 522, 523, 524, 525, 526, 527,
	530,
];

const SENTENCES: Array<[statuses: number[], sentence: string]> = [
	[[301, 302, 303, 307, 308], REDIRECT],
	[[401], 'The gateway refused this API key. Check that it is complete.'],
	// A firewall also sends this status.
	[
		[403],
		'Access was denied: by the gateway to this API key, or by a firewall to n8n. Ask the operator of the gateway.',
	],
	[[300, 304, 305, 306, 404, 405], NO_GATEWAY],
	[[429], 'The gateway limits the rate of calls at the moment. Try again in a minute.'],
	[SERVER_ERRORS, FAILING],
];

const rules: IAuthenticateRuleResponseCode[] = SENTENCES.flatMap(([statuses, message]) =>
	statuses.map((value) => ({ type: 'responseCode' as const, properties: { value, message } })),
);

/** How the body of an error names its status without a number: by a code, or by the status's name in HTTP. */
const BODIES: Array<[status: number, codes: string[], name: string]> = [
	[401, ['unauthorized', 'unauthenticated', 'invalid_api_key', 'invalid_key'], 'Unauthorized'],
	[403, ['forbidden', 'permission_denied'], 'Forbidden'],
	[404, ['not_found'], 'Not Found'],
	[405, ['method_not_allowed'], 'Method Not Allowed'],
	[429, ['too_many_requests', 'rate_limited'], 'Too Many Requests'],
	[500, ['internal_error', 'internal_server_error'], 'Internal Server Error'],
	[502, ['bad_gateway'], 'Bad Gateway'],
	[503, ['service_unavailable'], 'Service Unavailable'],
	[504, ['gateway_timeout'], 'Gateway Timeout'],
];

const BODY_KEYS = [
	...['code', 'detail', 'error', 'message', 'status', 'statusCode', 'title'],
	...['error.code', 'error.message'],
];

// n8n 1 shows a rule only the body (n8n.md, n8n 1 ignores every status or none).
const bodyRules = BODIES.flatMap(([status, codes, name]) => {
	const message = SENTENCES.find(([statuses]) => statuses.includes(status))?.[1] ?? NO_GATEWAY;
	const values = [
		...[status, ...codes, ...codes.map((code) => code.toUpperCase())],
		...[name, name[0] + name.slice(1).toLowerCase()],
	];
	return BODY_KEYS.flatMap((key) =>
		values.map((value) => ({
			type: 'responseSuccessBody' as const,
			properties: { key, value, message },
		})),
	);
});

function originOf(address: string, base?: string): string | undefined {
	try {
		return new URL(address, base).origin;
	} catch {
		return undefined;
	}
}

/** A request of either of n8n's HTTP helpers (n8n.md, Older requests have a uri). */
type AnyRequest = IHttpRequestOptions & {
	uri?: unknown;
	rejectUnauthorized?: boolean;
	agentOptions?: { ca?: unknown };
};

/**
 * Returns why the way of a request is not safe for the key. Otherwise a user who may use this credential in another node
 * could read the key with a proxy (n8n.md, A node brings its own proxy).
 */
function whyNoSafeWay(
	{ baseUrl }: ICredentialDataDecryptedObject,
	{ proxy, agentOptions, skipSslCertificateValidation, rejectUnauthorized }: AnyRequest,
): string | undefined {
	if (skipSslCertificateValidation || rejectUnauthorized === false) {
		return 'The API key is sent only if the certificate of the gateway is checked. Turn off Ignore SSL Issues in this node';
	}
	if (!proxy || (/^https:/i.test(trimmed(baseUrl)) && !agentOptions?.ca)) return undefined;
	return 'The API key is not sent through the proxy of this node, which could read it: the Base URL begins with http://, or the node has a CA certificate of its own. Remove the proxy from this node';
}

/**
 * Returns why the address of a request must not get the key. Other nodes can use this credential for any address, so each
 * address of a request must have the Base URL's origin.
 */
function whyNotFor(
	{ baseUrl }: ICredentialDataDecryptedObject,
	request: AnyRequest,
): string | undefined {
	const { origin } = new URL(trimmed(baseUrl));
	const addresses = [request.uri, request.url, request.baseURL].filter(Boolean).map(String);
	// Each is first read without a base. With one, `https:/other.example` would be a path of the gateway.
	const isOfOrigin = (address: string) =>
		(originOf(address) ?? originOf(address, origin)) === origin;
	if (addresses.some((address) => originOf(address)) && addresses.every(isOfOrigin)) {
		return undefined;
	}
	return 'The API key is sent only to the Base URL of the Data Access credential, and this request goes to a different address';
}

export class DataAccessApi implements ICredentialType {
	name = 'dataAccessApi';

	displayName = 'Data Access API';

	icon = {
		light: 'file:../icons/dataAccess.svg',
		dark: 'file:../icons/dataAccess.dark.svg',
	} as const;

	documentationUrl = 'https://docs.n8n.io/integrations/community-nodes/';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://gateway.example.com',
			description: 'Address of the gateway, without /v1/run',
			hint: 'The operator of the gateway gives it to you. With http:// the key is sent unencrypted.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'Key of your account at the gateway. A key of one of the platforms does not work.',
		},
		{
			displayName: 'Provider',
			name: 'provider',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. content-provider',
			description: 'Identifier of the data provider that the gateway asks',
			hint: 'The operator of the gateway gives it to you. The connection test does not check it.',
		},
		{
			displayName: 'Input Format',
			name: 'inputFormat',
			type: 'options',
			options: [
				{
					name: 'Flat',
					value: 'flat',
					description: 'All fields at the top level',
				},
				{
					name: 'Grouped',
					value: 'grouped',
					description: 'Fields inside queryParams or body, as some gateways expect them',
				},
			],
			default: 'flat',
			description:
				'How the gateway expects the fields of an operation. Leave at Flat unless the operator of the gateway says otherwise.',
		},
		{
			displayName: 'Customize Platform Names',
			name: 'customizePlatformNames',
			type: 'boolean',
			default: false,
			description:
				'Whether the gateway has names of its own for the platforms in its paths. Leave off unless the operator of the gateway says otherwise.',
		},
		...platformNames,
	];

	// n8n's generic form cannot refuse an address before it gets the key (n8n.md, Generic authentication is slow).
	authenticate: IAuthenticate = async (credentials, requestOptions) => {
		const wrong =
			whyNoBaseUrl(credentials.baseUrl) ??
			whyNotFor(credentials, requestOptions) ??
			whyNoSafeWay(credentials, requestOptions) ??
			whyNoApiKey(credentials.apiKey);
		if (wrong) throw new ApplicationError(wrong, { level: 'warning' });
		const authorization = `Bearer ${apiKeyIn(credentials.apiKey)}`;
		return { ...requestOptions, headers: { ...requestOptions.headers, authorization } };
	};

	// A request without an endpoint costs nothing, and its error proves the address and the key. n8n sets the time limit
	// (n8n.md, The timeout is for silence).
	test: ICredentialTestRequest = {
		request: {
			method: 'POST',
			baseURL:
				'={{ $credentials.baseUrl.trim().replace(/(?<!\\/)\\/+$/, "").replace(/\\/v1(\\/run)?$/, "") }}',
			url: '/v1/run',
			body: { provider: '={{ $credentials.provider }}' },
			headers: { accept: 'application/json' },
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: {
				ignore: true,
				except: SENTENCES.flatMap(([statuses]) => statuses),
			},
		},
		rules: [
			...rules,
			...bodyRules,
			// A web page reaches the rule as text. Its first character distinguishes it from JSON.
			{ type: 'responseSuccessBody', properties: { key: '0', value: '<', message: WEB_PAGE } },
		] as ICredentialTestRequest['rules'],
	};
}
