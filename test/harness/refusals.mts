import { expect } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { CONTINUE } from './world.mts';
import type { NodeRunOptions, World } from './world.mts';

export interface Refused extends NodeRunOptions {
	/** The message, without its period. */
	what: string;
	/** The API name of the invalid input. */
	field?: string;
}

/** Reads the parameter at the beginning of an error, in single quotes as n8n's guidelines require. */
export const parameterIn = (message: unknown) => /^'([^']+)'/.exec(String(message))?.[1];

/** Expects that no call was made, and that the error item says why. */
export async function expectRefusal(
	{ run, emulator }: World,
	parameters: IDataObject,
	{ what, field, ...options }: Refused,
): Promise<void> {
	const { records, errors } = await run(parameters, { ...options, ...CONTINUE });
	expect(records).toEqual([]);
	expect(errors).toHaveLength(1);
	expect(Object.keys(errors[0])).toEqual(['error', 'message']);
	expect(errors[0].message.split('\n')[0]).toBe(`${what}.`);
	const { error } = errors[0];
	const next = expect.objectContaining({ list: expect.any(String) });
	expect(error).toEqual({
		...{ code: 'INVALID_INPUT', layer: 'input', httpStatus: null, itemIndex: 0 },
		...{ callsMade: 0, cost: 0, costIsEstimate: false, mayBeCharged: false },
		...(field ? { field } : {}),
		...(error.next && { next }),
	});
	expect(emulator.ledger).toEqual([]);
}
