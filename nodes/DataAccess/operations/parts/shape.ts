import type { IDataObject } from 'n8n-workflow';

import { entriesOf, isEmptyList } from '../../shared/entries';
import { isObject, numberOf, objectOf } from '../../shared/values';
import type { PageInputs, ReadPage } from '../operation';
import { flagOf } from './flag';

/** Thrown for a shape that is not in docs/development/gateway.md, Paging. It never counts as "no records". */
export class UnrecognisedShape extends Error {
	/** @param missing such as "list of records at data.items" */
	constructor(readonly missing: string) {
		super(`The payload has no ${missing}`);
	}
}

/** Thrown if the platform says that what the user requested does not exist. */
export class SaysNotThere extends Error {}

/** Whether a value has one of these fields, which may be null. */
export function hasAnyOf(value: unknown, ...fields: string[]): boolean {
	return isObject(value) && fields.some((field) => Object.hasOwn(value, field));
}

/**
 * Returns the objects of a list. Any other entry is no record, such as null for a deleted one.
 * @param mayBeMissing the list has ended, or the object around it is empty
 * @throws UnrecognisedShape if there is no list, or one with values but no object
 */
export function recordsAt(
	value: unknown,
	where: string,
	{ mayBeMissing = false } = {},
): IDataObject[] {
	const entries = mayBeMissing && value === undefined ? [] : entriesOf(value);
	if (!entries) throw new UnrecognisedShape(`list of records at ${where}`);
	const records = entries.filter(isObject);
	if (records.length === 0 && entries.some((entry) => entry !== null)) {
		throw new UnrecognisedShape(`records in the list at ${where}`);
	}
	return records;
}

/** The kinds by which adverts and suggestions are marked. */
const OTHER_KIND = /(?:^|_)(?:ads?|advert\w*|quer(?:y|ies)|suggest\w*|related)(?:_|$)/i;

const isOfOtherKind = ({ type, model_type: modelType }: IDataObject): boolean =>
	[type, modelType].some((kind) => typeof kind === 'string' && OTHER_KIND.test(kind));

/**
 * Returns the operation's records among the entries of a list. If no entry looks like a record, returns all but adverts
 * and suggestions: the platform may have changed its records, and they were paid for.
 */
export function recordsAmong(
	entries: IDataObject[],
	isRecord: (entry: IDataObject) => boolean,
): IDataObject[] {
	const own = entries.filter((entry) => !isOfOtherKind(entry));
	const records = own.filter(isRecord);
	return records.length > 0 ? records : own;
}

/** Returns the notice of a list that has ended, if the platform counts more records than it sent. */
export function noticeOfMissing(
	noun: string,
	sent: number,
	counted: unknown,
): Pick<ReadPage, 'claimsMore' | 'notice'> | false {
	const total = integerOf(counted) ?? 0;
	return (
		sent < total && {
			claimsMore: true,
			notice: `The platform counts ${total} ${noun} but sent ${sent || 'none'}`,
		}
	);
}

/** Whether `data` in a payload has this list, or says that it has ended. If `data` is empty, the payload may say so. */
export function holdsInData(payload: unknown, list: string): boolean {
	const { data, has_more: hasMore } = objectOf(payload);
	return hasAnyOf(data, list, 'has_more') || (isEmptyList(data) && flagOf(hasMore) === false);
}

/** Returns the entries of that list. It may be missing if `data` is empty, or if the list has ended. */
export function listInData(payload: IDataObject, list: string) {
	const data = objectOf(payload.data);
	const hasMore = flagOf(data.has_more ?? payload.has_more);
	const mayBeMissing = isEmptyList(payload.data) || (hasMore === false && isObject(payload.data));
	return { data, hasMore, entries: recordsAt(data[list], `data.${list}`, { mayBeMissing }) };
}

/** Returns an integer, which may come as text; undefined if a number cannot hold it exactly. */
export function integerOf(value: unknown): number | undefined {
	const number = numberOf(value);
	return Number.isSafeInteger(number) ? (number as number) : undefined;
}

/**
 * Returns the page of a platform that flags whether there is more. A missing flag means nothing, because the service
 * documents only the positions. Without a position the list ends, with a notice for the user.
 */
export function flaggedPage(
	records: IDataObject[],
	hasMore: boolean | undefined,
	nextInputs: PageInputs | null | undefined,
): ReadPage {
	if (hasMore === false) return { records, nextInputs: null };
	if (nextInputs) return { records, nextInputs };
	if (!hasMore) {
		return {
			records,
			nextInputs: null,
			mayHaveMore: true,
			endNotice: 'The platform did not say whether there is more',
		};
	}
	return {
		records,
		nextInputs: null,
		claimsMore: true,
		mayHaveMore: true,
		endNotice: 'The platform says there is more, but not how to reach it',
	};
}
