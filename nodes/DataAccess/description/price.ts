import type { INodeProperties } from 'n8n-workflow';

import { defaultInputOf } from '../operations/gateway/inputSchema';
import type { KnownQuery, Operation } from '../operations/operation';
import { dollars, grouped } from '../shared/dollars';

const isKnown = (operation: Operation): operation is KnownQuery =>
	operation.kind === 'query' && 'noun' in operation;

/** What one call and one page of a query are, while its input is at its defaults. */
interface Terms {
	/** US dollars per call. */
	price: number;
	/**
	 * Records on a full page; undefined where docs/development/gateway.md, Operations does not say.
	 */
	pageSize?: number;
	/** The user chooses how many records a page has. */
	isChosen: boolean;
}

function termsOf(query: KnownQuery): Terms {
	const defaults = defaultInputOf(query);
	return {
		price: query.callOf(defaults).price,
		pageSize: query.recordsPerCall(defaults),
		isChosen: query.fields.some(({ name }) => name === 'pageSize'),
	};
}

/** What a call returns, where it is known and not up to Page Size: ", 20 images". */
function pageWords(operation: Operation): string {
	if (!isKnown(operation)) return '';
	const { pageSize, isChosen } = termsOf(operation);
	return isChosen || pageSize === undefined ? '' : `, ${pageSize} ${operation.noun}`;
}

function priceWords(operation: Operation): string {
	if (operation.kind === 'lookUp') return 'free';
	if (!isKnown(operation)) return 'priced by the gateway';
	return `${dollars(termsOf(operation).price)} per call`;
}

const callWords = (operation: Operation) => priceWords(operation) + pageWords(operation);

/** A model takes no longer name of a tool. */
const LONGEST_NAME = 64;

/** As n8n 1 names the second tool of the kind; it cuts no name. */
const toolName = (action: string) => `${action} in Data Access1`.replace(/[^\w-]+/g, '_');

/** An operation's entry in the node panel, which is also what an AI agent reads of the tool. */
export function pricedAction(operation: Operation): string {
	const action = `${operation.action} (${callWords(operation)})`;
	if (toolName(action).length <= LONGEST_NAME) return action;
	return `${operation.action} (${priceWords(operation)})`;
}

/** An operation's line in the dropdown. */
export function pricedDescription(operation: Operation): string {
	const terms = isKnown(operation) ? termsOf(operation) : undefined;
	const page =
		terms?.isChosen && isKnown(operation) ? `, ${terms.pageSize} ${operation.noun} by default` : '';
	return `${operation.description} (${callWords(operation)}${page})`;
}

/** An operation's own field; the one that sets the size of a page says what a page costs. */
export function pricedField(operation: Operation, field: INodeProperties): INodeProperties {
	if (field.name !== 'pageSize' || !isKnown(operation)) return field;
	const price = `A page of any size costs ${dollars(termsOf(operation).price)}.`;
	return { ...field, description: `${field.description} ${price}` };
}

/** Its entry in the trigger's part of the node creator, where whoever chooses it begins to pay. */
export function polledAction(query: KnownQuery): string {
	return `${query.pollAction} (${dollars(termsOf(query).price)} per poll or more)`;
}

/** What polling costs: it stands below n8n's schedule, for which no node can set the default. */
export function pollWords(query: KnownQuery): string {
	const { price } = termsOf(query);
	const daily = (polls: number) => dollars(polls * price);
	return `Choose every hour or less often: every poll buys at least one page (${dollars(price)}). Publishing and Fetch Test Event poll, too. A day costs at least ${daily(24)} with a poll every hour, and ${daily(1440)} with one every minute, which is n8n's default.`;
}

/** What a call costs, for the line below Max Cost, where it is in view while the fields are filled in. */
export function callHint(operation: Operation): string {
	const words = callWords(operation);
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What Limit is unless the user says otherwise; an agent reads all that a tool returns. */
export const DEFAULT_LIMIT = { node: 50, tool: 10 };

/** What a limit costs of an operation while pages are full: "Limit 50: 3 calls, $0.045." */
export function whatLimitCosts(limit: number, operation: Operation): string {
	if (!isKnown(operation)) return '';
	const { price, pageSize, isChosen } = termsOf(operation);
	if (pageSize === undefined) {
		return `How many calls Limit ${limit} takes is up to the platform, ${dollars(price)} each.`;
	}
	const calls = Math.ceil(limit / pageSize);
	const size = isChosen ? ' at the default Page Size' : '';
	return `Limit ${limit}: ${calls} call${calls === 1 ? '' : 's'}, ${dollars(calls * price)}${size}.`;
}

/** What an amount of US dollars buys of an operation: "$1.00 buys 66 calls, up to 1,320 images." */
export function whatItBuys(amount: number, operation: Operation): string {
	if (!isKnown(operation)) {
		return `How many calls ${dollars(amount)} buys depends on what the operation costs.`;
	}
	const { price, pageSize, isChosen } = termsOf(operation);
	// A quotient that binary fractions put just below a whole number.
	const calls = Math.floor(amount / price + 1e-9);
	const records =
		pageSize === undefined ? '' : `, up to ${grouped(calls * pageSize)} ${operation.noun}`;
	const size = isChosen ? ` at the default Page Size` : '';
	return `${dollars(amount)} buys ${grouped(calls)} calls${records}${size}.`;
}
