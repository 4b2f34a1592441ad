import type { IDataObject } from 'n8n-workflow';

import { entriesOf, isEmptyList } from '../../shared/entries';
import { isObject, numberOf, objectOf } from '../../shared/values';
import type { PageInputs, ReadPage } from '../operation';
import { flagOf } from './flag';

/** No shape that docs/development/gateway.md, Paging knows; never taken for "no records". */
export class UnrecognisedShape extends Error {
	/** @param missing such as "list of records at data.items" */
	constructor(readonly missing: string) {
		super(`The answer holds no ${missing}`);
	}
}

/** The platform says that what was asked for is not there. */
export class SaysNotThere extends Error {}

/** The field may be null. */
export function hasAnyOf(value: unknown, ...fields: string[]): boolean {
	return isObject(value) && fields.some((field) => Object.hasOwn(value, field));
}

/**
 * The objects of a list; what else stands in it (null for what was deleted) is no record.
 * @param mayBeMissing the list has ended, or what is around it is empty
 * @throws UnrecognisedShape where there is no list, or one of something else entirely
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

/** Adverts and suggestions, by their own mark of kind. */
const OTHER_KIND = /(?:^|_)(?:ads?|advert\w*|quer(?:y|ies)|suggest\w*|related)(?:_|$)/i;

const isOfOtherKind = ({ type, model_type: modelType }: IDataObject): boolean =>
	[type, modelType].some((kind) => typeof kind === 'string' && OTHER_KIND.test(kind));

/**
 * The operation's records among what stands beside them. Where nothing looks like one, all that is of no other kind
 * stays: the platform may have changed its answer, and the user is told.
 */
export function recordsAmong(
	entries: IDataObject[],
	isRecord: (entry: IDataObject) => boolean,
): IDataObject[] {
	const own = entries.filter((entry) => !isOfOtherKind(entry));
	const records = own.filter(isRecord);
	return records.length > 0 ? records : own;
}

/** What is said of a list that has ended, if it counts more records than it has sent. */
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

/** Whether the `data` of an answer has this list, or says that it has ended; beside empty data, the answer may. */
export function holdsInData(answer: unknown, list: string): boolean {
	const { data, has_more: hasMore } = objectOf(answer);
	return hasAnyOf(data, list, 'has_more') || (isEmptyList(data) && flagOf(hasMore) === false);
}

/** The entries of that list: where the `data` is empty or says that it has ended, it may be missing. */
export function listInData(answer: IDataObject, list: string) {
	const data = objectOf(answer.data);
	const hasMore = flagOf(data.has_more ?? answer.has_more);
	const mayBeMissing = isEmptyList(answer.data) || (hasMore === false && isObject(answer.data));
	return { data, hasMore, entries: recordsAt(data[list], `data.${list}`, { mayBeMissing }) };
}

/** undefined where a number does not hold it exactly. */
export function integerOf(value: unknown): number | undefined {
	const number = numberOf(value);
	return Number.isSafeInteger(number) ? (number as number) : undefined;
}

/**
 * The page of a platform that says by a flag whether there is more. A flag that is missing tells nothing, since
 * the service documents only the positions; without a position the list ends, and the user is told.
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
			endNotice: 'The platform did not say whether there is more',
		};
	}
	const endNotice = 'The platform says there is more, but not how to reach it';
	return { records, nextInputs: null, claimsMore: true, endNotice };
}
