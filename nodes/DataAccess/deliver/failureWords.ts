import type { Failure, FailureCode, Particular } from '../shared/failure';
import { wasCalled } from '../shared/failure';
import { isOnlyItem } from './happened';
import type { FailedResult, Happened } from './happened';
import { costWords, count, plain, sentences, shortened } from './phrasing';

/** What happened, a clause; what to do about it; and what to do in the options, which the trigger does not have. */
type Said = readonly [what: string, advice?: string, optionAdvice?: string];

const LATER = 'Try again later.';

const SAID: Record<FailureCode, Said> = {
	INVALID_INPUT: ['An input cannot be used', 'Correct it.'],
	KEY_REFUSED: [
		'The gateway refused the API key',
		"Check the 'API Key' in the Data Access credential.",
	],
	BALANCE_TOO_LOW: ["The gateway account's balance does not cover the call", 'Top up the account.'],
	ACCESS_DENIED: [
		'The API key is not allowed to make this call',
		"Check the key's permissions with the gateway.",
	],
	NOT_FOUND: [
		'The gateway does not know this operation or address',
		"Check the 'Base URL' and the 'Provider' in the credential, and whether your gateway needs 'Customize Platform Names'.",
	],
	REQUEST_REFUSED: [
		'The gateway refused the request',
		'Check the fields of the node, and ask whoever runs the gateway what it refuses.',
	],
	RATE_LIMITED: [
		'The gateway is limiting the rate of calls',
		LATER,
		"If it keeps happening, lower 'Concurrency' in the options.",
	],
	BUDGET_BLOCKED: [
		"The gateway blocked the run because the account's budget does not cover it",
		"Raise the account's budget at the gateway.",
	],
	NOT_FINISHED: [
		'The gateway accepted the call but sent no result',
		'Check the run at the gateway before you buy the page again.',
	],
	RUN_TIMED_OUT: [
		"The run reached the gateway's own deadline",
		'Try again later, or ask for less at once.',
	],
	RUN_FAILED: [
		'The run was stopped',
		'Ask whoever runs the gateway who stopped it, then run again.',
	],
	PROVIDER_ERROR: ['The data provider could not answer the request'],
	PLATFORM_ERROR: ['The platform could not answer the request'],
	UNRECOGNISED_ANSWER: ['The answer could not be read'],
	GATEWAY_ERROR: ['The gateway failed, and the outcome of the call is unknown', LATER],
	NO_GATEWAY: [
		"The address returned a web page instead of a gateway's answer",
		"Check the 'Base URL' of the credential.",
	],
	REDIRECTED: [
		'The address redirects, which the node does not follow: that could buy the call twice or send the API key elsewhere',
		"Enter the final address as the 'Base URL' of the credential.",
	],
	UNREACHABLE: [
		'The gateway could not be reached',
		"Check the 'Base URL' of the credential and n8n's network connection.",
	],
	NO_ANSWER: ['The connection broke before the answer was complete', LATER],
	DEADLINE: ['No complete answer came in time', undefined, "Raise 'Timeout' in the options."],
	MAX_COST: [
		"This item's list ended at 'Max Cost (USD)', before it brought a record",
		"Raise 'Max Cost (USD)', or run the remaining items in another execution.",
	],
	PRICE_UNKNOWN: [
		"Nobody says what a call of this endpoint costs, so 'Max Cost (USD)' could not hold",
		"Check the path and the provider of the endpoint, or enter 'Price (USD)'. If the gateway usually names the price, try again later.",
	],
	NOT_CALLED: [
		'No further call was made for this item, because it would be refused like an earlier one in this execution',
	],
	UNEXPECTED: [
		'The node could not continue with this item',
		'This is a bug in the node. Please report it with this message.',
	],
	STOPPED: ['The execution was stopped'],
};

/** The same for particular failures: undefined where the code's words hold, % for a fact. */
const PARTICULAR: Record<
	Particular,
	readonly [what?: string, advice?: string, optionAdvice?: string]
> = {
	wrongProvider: [undefined, 'Check the Provider in the credential and the fields of the node.'],
	wrongUrl: [undefined, "Check the 'Base URL' of the credential."],
	conflict: [
		undefined,
		'Try again later: the gateway is busy with a call that this one conflicts with.',
	],
	tooLarge: [undefined, 'Shorten the input: it is too large for the gateway.'],
	refusedInput: [
		'The gateway refused an input',
		'Correct the field. Some gateways expect grouped fields: see Input Format in the credential. Gateway > Run sends Input as it is written.',
	],
	forLaw: [
		undefined,
		'Ask for something else: for legal reasons, the gateway does not return this.',
	],
	noResult: [
		'The address answered with HTTP status %, which brings no result',
		"Check the 'Base URL' of the credential, and any proxy or cache before it.",
	],
	damaged: [
		'The answer is damaged: it begins as JSON, but cannot be read as such',
		'Look the run up at the gateway before you buy the page again. If it happens again, something between n8n and the gateway changes or cuts answers.',
	],
	empty: ['The answer was empty', "Check the 'Base URL' of the credential."],
	noJson: ['The answer is not JSON', "Check the 'Base URL' of the credential."],
	late: ['No complete answer came within %'],
	packed: [
		'The answer came compressed and cannot be unpacked',
		"Check the 'Base URL' of the credential, and any proxy before the gateway.",
	],
	proxyLogin: [
		'The proxy that n8n uses wants a login',
		"Write user and password into the proxy's address, in the environment variables HTTP_PROXY and HTTPS_PROXY of n8n, and restart n8n.",
	],
	noHandshake: [
		'No secure connection to the gateway could be established',
		"Check the 'Base URL' of the credential: whether it begins with https:// or http://, and its port.",
	],
	providerStatus: ['The data provider answered with status %'],
	providerInput: ['The data provider answered with status %', 'Correct the field.'],
	runFailed: ['The run failed'],
	stillRunning: ['The run was still % when the gateway answered'],
	earlierGoesOn: [
		'The run of an earlier call for this page still goes on at the gateway',
		'Try again later: its answer is then used, and the page is not bought again.',
	],
	noShape: ['The answer has an unexpected shape: it has no %'],
	positionExpired: [
		undefined,
		'The gateway no longer accepts this position, which may have expired. Read the list from its beginning.',
		'To do so, run again without Resume From, in 15 minutes or later: all pages are then bought again.',
	],
	memoryUnreadable: [
		'n8n could not read which records were returned before',
		"Records that this run returns may come again. Check n8n's database.",
		"Or turn off 'Only New Records'.",
	],
	credential: [undefined, 'Open the Data Access credential and correct it.'],
	noCredential: [
		'This takes a Data Access credential, and the node has none',
		'Choose one at the top of the node, or create it there: the operator of your gateway gives you what it asks for.',
	],
	noBalance: [
		'This gateway does not tell its balance',
		'Ask the operator of the gateway where it is shown.',
	],
	noRuns: [
		'This gateway does not list its runs',
		'Ask the operator of the gateway where they are shown.',
	],
	noDescription: [
		'The gateway does not know this endpoint and provider, or does not describe its endpoints at all',
		"Check both. If they are right, ask the operator of the gateway what the endpoint takes and costs: a person then enters 'Price (USD)' in Gateway > Run.",
	],
	freeSilent: ['The gateway did not answer. Nothing was charged', LATER],
	freeBusy: [undefined, LATER, ''],
};

export function saidOf({ code, particular, fact = '', what }: Failure) {
	const [usual, advice, optionAdvice] = SAID[code];
	const own = particular ? PARTICULAR[particular] : [];
	return {
		what: what ?? own[0]?.replace('%', () => String(fact)) ?? usual,
		advice: own[1] ?? advice,
		optionAdvice: (own[2] ?? optionAdvice) || undefined,
	};
}

/** What is said of a failed item, whoever is told: in error items, in errors, to a model. */
export interface FailureWords {
	/** What happened, and to which item where there are several; a clause. */
	title: string;
	/** Whether the failed call was charged, and what was spent until then. */
	money: string;
	/** What to do about it; empty where nobody can tell. */
	advice: string;
	/** Where it happened and what came, for whoever looks into it. */
	where: string;
}

const CHARGE: Record<Failure['charged'], string> = {
	no: 'was not charged',
	yes: 'was charged',
	maybe: 'may have been charged',
};

function chargeWords(failure: Failure, calls: number): string | undefined {
	if (!wasCalled(failure)) return calls === 0 ? 'No call was made for it.' : undefined;
	if (calls > 0) return `The failed call ${CHARGE[failure.charged]}.`;
	// Of a look-up too, which is free: no earlier call of it is remembered.
	if (failure.charged === 'no') return 'Nothing was charged.';
	return `An earlier call failed in this way, and ${CHARGE[failure.charged]}.`;
}

function moneyWords({ failure, itemIndex, records }: FailedResult, happened: Happened): string {
	const spending = happened.account.ofItem(itemIndex);
	const { calls } = spending;
	const made = `${count(calls, 'call')} made${isOnlyItem(happened) ? '' : ' for this item'}`;
	return sentences([
		chargeWords(failure, calls),
		calls + records > 0 &&
			`${made}, ${costWords(spending)}; ${count(records, 'record')} read before that.`,
	]);
}

function whereWords({ httpStatus, layer, field, runId, excerpt }: Failure): string {
	const where = [
		httpStatus !== null && `HTTP ${httpStatus}`,
		`layer: ${layer}`,
		field && `field: ${shortened(field)}`,
		runId && `run: ${runId}`,
	];
	const came = excerpt ? ` The answer begins with: ${excerpt}` : '';
	return plain(`Where: ${where.filter(Boolean).join(', ')}.${came}`);
}

/** What happened, and of which input item where there are several: n8n's form of an error's title. */
export function titleOf(failure: Failure, itemIndex: number, isOnly: boolean): string {
	// In the service's own words, if it said something.
	const words = failure.words && `: “${failure.words.replace(/[.\s]{1,20}$/, '')}”`;
	const item = isOnly ? '' : ` [item ${itemIndex}]`;
	return plain(`${shortened(saidOf(failure).what)}${words ?? ''}${item}`);
}

/** @param isRetried pages are kept for a Retry now */
export function wordsOf(result: FailedResult, happened: Happened, isRetried = false): FailureWords {
	const { failure, itemIndex } = result;
	const { advice, optionAdvice } = saidOf(failure);
	return {
		title: titleOf(failure, itemIndex, isOnlyItem(happened)),
		money: moneyWords(result, happened),
		advice: sentences([isRetried && advice === LATER ? '' : advice, optionAdvice]),
		where: whereWords(failure),
	};
}
