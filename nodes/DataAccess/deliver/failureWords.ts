import { MINUTES_KEPT } from '../buy/pages';
import type { Failure, FailureCode, Particular } from '../shared/failure';
import { FIVE_IN_A_ROW } from './remarks';

interface FailureWords {
	/** What happened, a clause. The failure has what stands for `{fact}` and `{field}`. */
	what: string;
	/** What to do about it, beside trying again, in a sentence or two. */
	advice?: string;
}

const READ_AGAIN =
	"If the gateway lists its runs, Gateway > Get Runs with 'Return Records' shows this response at no cost.";

export const WORDS: Record<FailureCode, FailureWords> = {
	INVALID_INPUT: { what: 'An input cannot be used' },
	KEY_REFUSED: {
		what: 'The gateway refused the API key',
		advice:
			"Correct the 'API Key' in this credential: kept pages can be used only with this credential.",
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
			"Check the fields of the node and the 'Provider' in the credential, or ask the operator of the gateway what it refuses.",
	},
	RATE_LIMITED: {
		what: 'The gateway limits the rate of calls',
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
		what: "The gateway run reached the gateway's own deadline",
		advice: 'Ask for fewer records at once if it keeps happening.',
	},
	RUN_FAILED: {
		what: 'The gateway run was stopped',
		advice: 'Ask the operator of the gateway who stopped it, then execute the node again.',
	},
	PROVIDER_ERROR: { what: 'The data provider could not complete the request' },
	PLATFORM_ERROR: { what: 'The platform could not complete the request' },
	UNRECOGNISED_ANSWER: { what: 'The response could not be read', advice: READ_AGAIN },
	GATEWAY_ERROR: { what: 'The gateway failed, and the outcome of the call is unknown' },
	NO_GATEWAY: {
		what: 'The address returned a web page instead of a gateway response',
		advice:
			"Check the 'Base URL' of the credential, and anything between n8n and the gateway, such as a proxy, a firewall or a bot check.",
	},
	REDIRECTED: {
		what: "The gateway's address redirects to another address",
		advice:
			"Enter the final address as the 'Base URL' of the credential. The node follows no redirect: that could buy the call twice or send the API key elsewhere.",
	},
	UNREACHABLE: {
		what: 'The gateway could not be reached',
		advice: "Check the 'Base URL' of the credential and n8n's network connection.",
	},
	NO_ANSWER: { what: 'The connection broke before the response was complete' },
	DEADLINE: {
		what: "No complete response came within the 'Timeout' of {fact} s",
		advice: "Raise 'Timeout' if it keeps happening.",
	},
	MAX_COST: {
		what: "No record was returned before 'Max Cost (USD)' was reached",
		advice: "Raise 'Max Cost (USD)', or ask for what is missing in another execution.",
	},
	PRICE_UNKNOWN: {
		what: "The price of a call to this endpoint is unknown, so 'Max Cost (USD)' cannot be enforced",
		advice:
			"Enter 'Price (USD)' in the node, check the endpoint's path and provider (Gateway > Inspect knows them), or try again later.",
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

/** What is said instead of particular failures. */
export const PARTICULAR: Record<Particular, Partial<FailureWords>> = {
	inputRefusedByGateway: {
		what: 'The gateway refused {field}',
		advice:
			"Correct the field that the gateway names, or, as long as no call has succeeded, choose another 'Input Format' in the credential: some gateways expect grouped fields.",
	},
	proxyLogin: {
		what: 'The proxy that n8n uses requires authentication',
		advice:
			"Add the user name and password to the proxy's address in n8n's environment variables HTTP_PROXY and HTTPS_PROXY, then restart n8n.",
	},
	inputRefusedByProvider: { what: 'The data provider refused {field}' },
	providerStatus: { what: 'The data provider responded with status {fact}' },
	noJson: {
		what: 'The response is empty, or is not JSON in UTF-8',
		advice:
			"Check the 'Base URL' of the credential; if it is right and the gateway lists its runs, Gateway > Get Runs with 'Return Records' shows this response at no cost.",
	},
	notShown: {
		what: 'This gateway does not show what was requested',
		advice: 'Check what is requested, or ask the operator of the gateway.',
	},
	noOutput: { what: 'The gateway run completed, but the response has no output' },
	stillRunning: { what: 'The gateway run was still in progress when the gateway responded' },
	goesOn: {
		what: 'An earlier gateway run for this page is still in progress',
		advice: 'Once it has ended, its response is used, and the page is not bought again.',
	},
	noShape: { what: 'The response has an unexpected shape: it has no {fact}' },
	shapeAgain: {
		what: 'This page, bought earlier, has no {fact}',
		advice: `Correct the paths in the node, and the page costs nothing. If the response itself is broken, wait ${MINUTES_KEPT} minutes and start a new execution, not a Retry: it buys the page again.`,
	},
	positionExpired: {
		what: 'The gateway refused the position of this page',
		advice: `This position may have expired: Resume From and a Retry would ask for it again. Wait ${MINUTES_KEPT} minutes, then read the list from its beginning, without 'Resume From': all its pages are bought again.`,
	},
	chargedInARow: {
		what: FIVE_IN_A_ROW,
		advice:
			'Correct what their messages name; Gateway > Get Runs shows their responses at no cost.',
	},
	memoryUnreadable: {
		what: 'n8n could not read which records were returned before',
		advice:
			"The node stopped here; a page that it had bought by then is returned whole, so some of its records may come again. Check n8n's database, or turn off 'Only New Records'.",
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

/** What is said in Gateway > Run, where users type the endpoint and the whole input. */
export const OF_RUN: Partial<Record<FailureCode | Particular, Partial<FailureWords>>> = {
	NOT_FOUND: {
		advice: "Check 'Endpoint' and 'Provider' in the node, then the 'Base URL' in the credential.",
	},
	inputRefusedByGateway: INPUT_OF_RUN,
	inputRefusedByProvider: INPUT_OF_RUN,
};

/**
 * Returns the words of a failure, whoever reads them.
 * @param isWritten the user has written the whole request, in Gateway > Run
 */
export function wordsOf({ code, particular, refusal, fact, field }: Failure, isWritten = false) {
	const { what, advice = '' } = {
		...WORDS[code],
		...(particular && PARTICULAR[particular]),
		...(isWritten && OF_RUN[particular ?? code]),
	};
	const named = { fact: String(fact), field: field ? `the field ${field}` : 'an input' };
	const told = what.replace(/\{(fact|field)\}/, (_, name: keyof typeof named) => named[name]);
	return { what: refusal ?? told, advice };
}
