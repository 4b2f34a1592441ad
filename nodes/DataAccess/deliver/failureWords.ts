import { MINUTES_KEPT } from '../buy/pages';
import type { Failure, FailureCode, FailureVariant } from '../shared/failure';
import { CHARGED_IN_A_ROW } from './remarks';

interface FailureWords {
	/** A clause that says what happened. The failure has the values of `{detail}` and `{field}`. */
	what: string;
	/** What the user can do, apart from a retry: one or two sentences. */
	advice?: string;
}

const RESPONSE_AT_NO_COST =
	"If the gateway lists its runs, Gateway > Get Runs with 'Return Records' shows this response at no cost.";

export const WORDS: Record<FailureCode, FailureWords> = {
	INVALID_INPUT: { what: 'An input cannot be used' },
	KEY_REFUSED: {
		what: 'The gateway refused the API key',
		advice:
			"Correct the 'API Key' in this credential, not in a new one: only this credential can use the pages already bought.",
	},
	BALANCE_TOO_LOW: {
		what: "The gateway account's balance does not cover the call",
		advice: 'Top up the account.',
	},
	ACCESS_DENIED: {
		what: 'The API key is not allowed to make this call',
		advice: "Check the key's permissions with the gateway.",
	},
	NOT_FOUND: {
		what: 'The gateway does not know this endpoint',
		advice:
			"Check the 'Base URL' and the 'Provider' in the credential, and whether your gateway needs 'Customize Platform Names'.",
	},
	REQUEST_REFUSED: {
		what: 'The gateway refused the request',
		advice:
			"Check the fields of the node and the 'Provider' in the credential, or ask the operator of the gateway why it refused the request.",
	},
	RATE_LIMITED: {
		what: "The gateway's rate limit was reached",
		advice: "Make fewer calls at once ('Concurrency') if it keeps happening.",
	},
	BUDGET_BLOCKED: {
		what: "The gateway blocked the call because the account's budget does not cover it",
		advice: "Raise the account's budget at the gateway.",
	},
	NOT_FINISHED: {
		what: 'The gateway accepted the call but sent no result',
		advice: 'Check the gateway run before you buy the page again.',
	},
	RUN_TIMED_OUT: {
		what: "The gateway run exceeded the gateway's time limit",
		advice: 'Request fewer records per page if it keeps happening.',
	},
	RUN_FAILED: {
		what: 'The gateway run was stopped',
		advice: 'Ask the operator of the gateway why the run was stopped, then execute the node again.',
	},
	PROVIDER_ERROR: { what: 'The data provider could not complete the request' },
	PLATFORM_ERROR: { what: 'The platform could not complete the request' },
	UNRECOGNISED_ANSWER: { what: 'The response could not be read', advice: RESPONSE_AT_NO_COST },
	GATEWAY_ERROR: { what: 'The gateway failed, and the outcome of the call is unknown' },
	NO_GATEWAY: {
		what: 'The address returned a web page instead of a gateway response',
		advice:
			"Check the 'Base URL' of the credential, and anything between n8n and the gateway, such as a proxy, a firewall or a bot check.",
	},
	REDIRECTED: {
		what: "The gateway's address redirects to another address",
		advice:
			"Enter the final address as the 'Base URL' of the credential. The node follows no redirects, because they could charge a call twice or send the API key elsewhere.",
	},
	UNREACHABLE: {
		what: 'The gateway could not be reached',
		advice: "Check the 'Base URL' of the credential and n8n's network connection.",
	},
	NO_ANSWER: { what: 'The connection broke before the response was complete' },
	DEADLINE: {
		what: "No complete response arrived within the 'Timeout' of {detail} s",
		advice: "Raise 'Timeout' if it keeps happening.",
	},
	MAX_COST: {
		what: "No record was returned before 'Max Cost (USD)' was reached",
		advice: "Raise 'Max Cost (USD)', or get the missing records in another execution.",
	},
	PRICE_UNKNOWN: {
		what: "The price of a call to this endpoint is unknown, so 'Max Cost (USD)' cannot be enforced",
		advice:
			"Enter 'Price (USD)' in the node, or check the endpoint's path and provider with Gateway > Inspect.",
	},
	NOT_CALLED: {
		what: 'An earlier call in this execution was refused, and this one would be too',
	},
	UNEXPECTED: {
		what: 'The node could not continue with this item',
		advice: 'This is a bug in the node: please report it with this message.',
	},
	STOPPED: { what: 'The execution was stopped' },
};

/** Words that replace those of the code for some failures. */
export const VARIANTS: Record<FailureVariant, Partial<FailureWords>> = {
	inputRefusedByGateway: {
		what: 'The gateway refused {field}',
		advice:
			"Correct the field that the gateway names. If no call has succeeded yet, try another 'Input Format' in the credential: some gateways expect grouped fields.",
	},
	proxyLogin: {
		what: 'The proxy that n8n uses requires authentication',
		advice:
			"Add the user name and password to the proxy's address in n8n's environment variables HTTP_PROXY and HTTPS_PROXY, then restart n8n.",
	},
	noResponseInTime: { what: 'The gateway did not respond in time' },
	inputRefusedByProvider: { what: 'The data provider refused {field}' },
	providerStatus: { what: 'The data provider responded with status {detail}' },
	noJson: {
		what: 'The response is empty, or is not JSON in UTF-8',
		advice:
			"Check the 'Base URL' of the credential. If it is right and the gateway lists its runs, Gateway > Get Runs with 'Return Records' shows this response at no cost.",
	},
	notShown: {
		what: 'This gateway does not offer this information',
		advice: 'Check the fields of the node, or ask the operator of the gateway.',
	},
	noOutput: { what: 'The gateway run completed, but the response has no output' },
	stillRunning: { what: 'The gateway run was still in progress when the gateway responded' },
	recoveryRunning: {
		what: 'An earlier gateway run for this page is still in progress',
		advice:
			'Once that run has ended, the node uses its response, if the gateway still shows it, and does not buy the page again.',
	},
	noShape: { what: 'The response has an unexpected shape: it has no {detail}' },
	shapeAgain: {
		what: 'This page, bought earlier, has no {detail}',
		advice: `Correct the paths in the node: reading the page again then costs nothing. If the response itself is broken, wait ${MINUTES_KEPT} minutes and start a new execution (not a Retry), which buys the page again.`,
	},
	positionExpired: {
		what: 'The gateway refused the position of this page',
		advice: `The position may have expired, and Resume From or a Retry would request it again. Wait ${MINUTES_KEPT} minutes, then read the list from its beginning without 'Resume From', which buys all its pages again.`,
	},
	chargedInARow: {
		what: CHARGED_IN_A_ROW,
		advice:
			'Correct what the messages of those calls name. Gateway > Get Runs shows their responses at no cost.',
	},
	memoryUnreadable: {
		what: 'n8n could not look up which records were returned before',
		advice:
			"Unless the workflow stops, a page bought by then is returned without being compared, so some of its records may be repeats. Check n8n's database, or turn off 'Only New Records'.",
	},
	setByModel: { advice: 'Enter a value in the node.' },
	credential: {
		advice:
			'Choose a Data Access credential at the top of the node, and correct what is wrong in it.',
	},
};

const INPUT_OF_RUN = {
	advice:
		"Correct 'Input': Gateway > Inspect lists the fields. Group them in 'Input' if the gateway wants groups.",
};

/** Replaces words in Gateway > Run, because users type the endpoint and the whole input there. */
export const OF_RUN: Partial<Record<FailureCode | FailureVariant, Partial<FailureWords>>> = {
	NOT_FOUND: {
		advice: "Check 'Endpoint' and 'Provider' in the node, then the 'Base URL' in the credential.",
	},
	inputRefusedByGateway: INPUT_OF_RUN,
	inputRefusedByProvider: INPUT_OF_RUN,
};

/**
 * Returns the words of a failure. All outputs use the same ones.
 * @param isWritten the user wrote the whole request (Gateway > Run)
 */
export function wordsOf({ code, variant, refusal, detail, field }: Failure, isWritten = false) {
	const { what, advice = '' } = {
		...WORDS[code],
		...(variant && VARIANTS[variant]),
		...(isWritten && OF_RUN[variant ?? code]),
	};
	const named = { detail: String(detail), field: field ? `the field ${field}` : 'an input' };
	const text = what.replace(/\{(detail|field)\}/, (_, name: keyof typeof named) => named[name]);
	return { what: refusal ?? text, advice };
}
