import type { IDataObject } from 'n8n-workflow';

import { MINUTES_KEPT } from '../buy/row';
import { count } from './phrasing';

/** How the user gets what a poll left, in its log. */
export const restOfPoll = (next: IDataObject | null | undefined) =>
	next ? ` A Data Access node gets the rest with Resume From set to ${JSON.stringify(next)}` : '';

export const POLL_TOO_LATE = `The poll took longer than n8n waits for it. What it bought is kept for ${MINUTES_KEPT} minutes: a poll within that time uses it at no further cost. Lower Max Cost (USD) if this happens again.`;

export const pauseWords = (milliseconds: number) =>
	`No call is made for ${count(Math.ceil(milliseconds / 60_000), 'minute')}, unless the parameters or the credential change.`;
