import { MINUTES_KEPT } from '../buy/pages';
import type { Failure, FailureCode, Particular } from '../shared/failure';
import { count } from './phrasing';
import { FIVE_IN_A_ROW } from './remarks';

interface FailureWords {
	/** What happened, a clause; made of the failure's fact where that says more. */
	what: string | ((fact: string) => string);
	/** What to do about it, beside trying again, in one sentence. */
	advice?: string;
}

const READ_AGAIN =
	"Where the gateway lists its runs, Gateway > Get Runs with 'Return Records' shows what this one brought, at no cost.";

export const WORDS: Record<FailureCode, FailureWords> = {
	INVALID_INPUT: { what: 'An input cannot be used' },
	KEY_REFUSED: {
		what: 'The gateway refused the API key',
		advice: "Correct the 'API Key' in this credential: pages that are safe are kept for it alone.",
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
		what: 'The gateway does not know this operation or address',
		advice:
			"Check the 'Base URL' and the 'Provider' in the credential, and whether your gateway needs 'Customize Platform Names'.",
	},
	REQUEST_REFUSED: {
		what: 'The gateway refused the request',
		advice:
			"Check the fields of the node and the 'Provider' in the credential, or ask whoever runs the gateway what it refuses.",
	},
	RATE_LIMITED: {
		what: 'The gateway is limiting the rate of calls',
		advice: "Make fewer calls at once ('Concurrency') if it keeps happening.",
	},
	BUDGET_BLOCKED: {
		what: "The gateway blocked the run because the account's budget does not cover it",
		advice: "Raise the account's budget at the gateway.",
	},
	NOT_FINISHED: {
		what: 'The gateway accepted the call but sent no result',
		advice: 'Check the run at the gateway before you buy the page again.',
	},
	RUN_TIMED_OUT: {
		what: "The run reached the gateway's own deadline",
		advice: 'Ask for less at once if it keeps happening.',
	},
	RUN_FAILED: {
		what: 'The run was stopped',
		advice: 'Ask whoever runs the gateway who stopped it, then run again.',
	},
	PROVIDER_ERROR: { what: 'The data provider could not answer the request' },
	PLATFORM_ERROR: { what: 'The platform could not answer the request' },
	UNRECOGNISED_ANSWER: { what: 'The answer could not be read', advice: READ_AGAIN },
	GATEWAY_ERROR: { what: 'The gateway failed, and the outcome of the call is unknown' },
	NO_GATEWAY: {
		what: "The address returned a web page instead of a gateway's answer",
		advice:
			"Check the 'Base URL' of the credential, and what stands between n8n and the gateway, such as a proxy, a firewall or a check for robots.",
	},
	REDIRECTED: {
		what: 'The address redirects, which the node does not follow: that could buy the call twice or send the API key elsewhere',
		advice: "Enter the final address as the 'Base URL' of the credential.",
	},
	UNREACHABLE: {
		what: 'The gateway could not be reached',
		advice: "Check the 'Base URL' of the credential and n8n's network connection.",
	},
	NO_ANSWER: { what: 'The connection broke before the answer was complete' },
	DEADLINE: {
		what: (seconds) => `No complete answer came within ${count(Number(seconds), 'second')}`,
		advice: "Raise 'Timeout' if it keeps happening.",
	},
	MAX_COST: {
		what: "No record came before 'Max Cost (USD)' was reached",
		advice: "Raise 'Max Cost (USD)', or ask for what is missing in another execution.",
	},
	PRICE_UNKNOWN: {
		what: "Nobody says what a call of this endpoint costs, so 'Max Cost (USD)' could not hold",
		advice:
			"Check path and provider of the endpoint (Gateway > Inspect knows them), try again later, or have a person enter 'Price (USD)'.",
	},
	NOT_CALLED: {
		what: 'An earlier call in this execution was refused, as a further one would be',
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
		what: 'The gateway refused an input',
		advice:
			"Correct the field that the gateway names, or, as long as no call has succeeded, choose another 'Input Format' in the credential: some gateways expect grouped fields.",
	},
	proxyLogin: {
		what: 'The proxy that n8n uses wants a login',
		advice:
			"Write user and password into the proxy's address, in the environment variables HTTP_PROXY and HTTPS_PROXY of n8n, and restart n8n.",
	},
	providerStatus: { what: (fact) => `The data provider answered with status ${fact}` },
	noJson: {
		what: 'The answer is empty, or is not JSON in UTF-8',
		advice:
			"Check the 'Base URL' of the credential; if it is right, Gateway > Get Runs with 'Return Records' shows what the call brought, at no cost, where the gateway lists its runs.",
	},
	notShown: {
		what: 'This gateway does not show what was asked for',
		advice: 'Check what is asked for, or ask the operator of the gateway.',
	},
	noOutput: { what: 'The run completed, but the answer is without its output' },
	stillRunning: { what: 'The run was still going on when the gateway answered' },
	goesOn: {
		what: 'The run of a call for this page still goes on at the gateway',
		advice: 'Once it has ended, its answer is used, and the page is not bought again.',
	},
	noShape: { what: (fact) => `The answer has an unexpected shape: it has no ${fact}` },
	shapeAgain: {
		what: (fact) => `The page, which was bought before, has no ${fact}`,
		advice: `Correct the paths of the node, and the page costs nothing; if the answer itself is broken, run again in ${MINUTES_KEPT} minutes to buy it anew.`,
	},
	positionExpired: {
		advice: `This position may have expired: read the list from its beginning, without 'Resume From', in ${MINUTES_KEPT} minutes or later, when all pages are bought again.`,
	},
	chargedInARow: {
		what: FIVE_IN_A_ROW,
		advice: 'Correct what their messages name; Gateway > Get Runs shows their answers at no cost.',
	},
	memoryUnreadable: {
		what: 'n8n could not read which records were returned before',
		advice: "Check n8n's database, or turn off 'Only New Records': records would else come again.",
	},
	credential: {
		advice:
			'Choose a Data Access credential at the top of the node, and correct what is wrong in it.',
	},
};

/** The words of a failure, whoever is told. */
export function wordsOf({ code, particular, fact, refusal }: Failure) {
	const { what, advice = '' } = { ...WORDS[code], ...(particular && PARTICULAR[particular]) };
	const told = typeof what === 'string' ? what : what(String(fact));
	return { what: refusal ?? told, advice };
}
