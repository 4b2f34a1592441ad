import type { IDataObject } from 'n8n-workflow';

import { built } from '../harness/built.mts';

type Input = Record<string, unknown>;

export interface Query {
	resource: string;
	name: string;
	input: Record<string, Validator>;
	positionInputs: readonly string[];
	viewInputs?: readonly string[];
	recordsPerCall(input: Input): number | undefined;
	newestFirst(input: Input): boolean;
	holdsPage(value: unknown): boolean;
	readPage(
		payload: unknown,
		input: Input,
	): { records: IDataObject[]; next: Input | null; notice?: string };
	idOf(record: IDataObject): string | undefined;
	sortTimeOf?(record: IDataObject): number | undefined;
	simplify(record: IDataObject): IDataObject;
}

export interface Validator {
	schema: Record<string, unknown>;
	isRequired: boolean;
	safeParse(value: unknown): {
		success: boolean;
		data?: unknown;
		error?: { issues: Array<{ message: string }> };
	};
}

interface TextRule {
	pattern?: string;
	maxLength?: number;
	refusal(text: string): string;
}

export const { parseJson } = built('shared/json') as { parseJson(text: string): any };

export const { queries } = built('operations/queries') as { queries: readonly Query[] };

export const { isEmpty } = built('operations/parts/validator') as {
	isEmpty(value: unknown): boolean;
};

export const validators = built('operations/parts/inputs') as {
	requiredText(rule?: TextRule): Validator;
	text(fallback: string, rule?: TextRule): Validator;
	opaque(fallback: string | undefined): Validator;
	integer(fallback: number, minimum: number): Validator;
	amount(fallback: number, minimum: number): Validator;
	flag(fallback: boolean): Validator;
	word(words: readonly string[], fallback: string): Validator;
	keyOrInteger(
		keys: Record<string, number>,
		fallback: string,
		asInteger?: readonly string[],
	): Validator;
};

export const { UnrecognisedShape, recordsAt, flagOf, tokenOf, integerOf } = built(
	'operations/parts/shape',
) as {
	UnrecognisedShape: new (missing: string) => Error;
	recordsAt(value: unknown, where: string, isEnd?: boolean): IDataObject[];
	flagOf(value: unknown): boolean | undefined;
	tokenOf(value: unknown): string | undefined;
	integerOf(value: unknown): number | undefined;
};

type Reader<T> = (...values: unknown[]) => T | null;

export const { textOf } = built('operations/parts/text') as { textOf: Reader<string> };
export const { plainText } = built('operations/parts/plainText') as { plainText: Reader<string> };
export const { isoTime, secondsOf } = built('operations/parts/time') as {
	isoTime: Reader<string>;
	secondsOf(value: unknown): number | undefined;
};
export const { countOf } = built('operations/parts/count') as { countOf: Reader<number> };
