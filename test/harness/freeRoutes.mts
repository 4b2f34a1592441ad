/** Turns on the emulator's free routes for look-ups. */
export const LOOK_UP_ROUTES = { inspect: 'there', balance: 'there', discover: 'there' } as const;

/** Turns on the free routes that are needed to recover a lost answer. */
export const RUN_ROUTES = { runs: 'there', run: 'there' } as const;
