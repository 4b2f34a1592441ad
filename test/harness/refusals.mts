import { expect } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { CONTINUE } from './world.mts';
import type { NodeRunOptions, World } from './world.mts';

export interface Refused extends NodeRunOptions {
	/** All that is said of what is wrong. */
	what: string;
	/** The API name of the input at fault. */
	field?: string;
}

/** The parameter that an error names first, in single quotes as n8n's guidelines have it. */
export const parameterIn = (message: unknown) => /^'([^']+)'/.exec(String(message))?.[1];

/** Expects that nothing was called, and that the item is told why. */
export async function expectRefusal(
	{ run, emulator }: World,
	parameters: IDataObject,
	{ what, field, ...options }: Refused,
): Promise<void> {
	const goesOn = await run(parameters, { ...options, ...CONTINUE });
	expect(goesOn.records).toEqual([]);
	expect(goesOn.errors).toHaveLength(1);
	expect(Object.keys(goesOn.errors[0])).toEqual(['error', 'message']);
	expect(goesOn.errors[0].message.split('\n')[0]).toBe(`${what}.`);
	const { error } = goesOn.errors[0];
	const next = expect.objectContaining({ list: expect.any(String) });
	expect(error).toEqual({
		...{ code: 'INVALID_INPUT', layer: 'input', httpStatus: null, itemIndex: 0 },
		...{ callsMade: 0, cost: 0, costIsEstimate: false, mayBeCharged: false },
		...(field ? { field } : {}),
		...(error.next && { next }),
	});
	expect(emulator.ledger).toEqual([]);
}
