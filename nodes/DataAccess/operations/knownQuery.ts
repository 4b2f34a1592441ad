import type { ZodObject, ZodRawShape } from 'zod/v3';

import type { ApiInput, Field, KnownQuery, PaidCall, ReadPage } from './operation';

/** "search_id" as the name of a parameter: "searchId". */
type InCamelCase<Name> = Name extends `${infer First}_${infer Rest}`
	? `${First}${Capitalize<InCamelCase<Rest>>}`
	: Name;

type ApiName<Shape> = NoInfer<keyof Shape & string>;

type Parameter<Shape, Renamed> = NoInfer<(InCamelCase<keyof Shape> | Renamed) & string>;

/** The inputs of a call; a position may have brought any value. */
type InputOf<Shape> = Partial<Record<ApiName<Shape>, ApiInput[string]>>;

/** A known query in which a name that none of its inputs has does not compile. */
interface KnownQueryOf<Shape extends ZodRawShape, Renamed extends string> extends KnownQuery {
	fields: Array<Field<Parameter<Shape, Renamed>>>;
	startPosition: Array<Field<Parameter<Shape, Renamed>>>;
	rarelyNeeded?: ReadonlyArray<Parameter<Shape, Renamed>>;
	forModels: Partial<Record<Parameter<Shape, Renamed>, string>>;
	apiNames?: Record<Renamed, ApiName<Shape>>;
	positionInputs: ReadonlyArray<ApiName<Shape>>;
	viewInputs?: ReadonlyArray<ApiName<Shape>>;
	input: ZodObject<Shape, 'strict'>;
	callOf(input: InputOf<Shape>): PaidCall & { price: number };
	recordsPerCall(input: InputOf<Shape>): number | undefined;
	newestFirst(input: InputOf<Shape>): boolean;
	doubtAbout?(input: InputOf<Shape>): string | undefined;
	readPage(payload: unknown, input: InputOf<Shape>): ReadPage;
}

export const knownQuery = <Shape extends ZodRawShape, Renamed extends string = never>(
	query: Omit<KnownQueryOf<Shape, Renamed>, 'kind'>,
): KnownQuery => ({ kind: 'knownQuery', ...query });
