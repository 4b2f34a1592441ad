/** The emulator's free routes that look-ups ask, all there. */
export const LOOK_UP_ROUTES = { inspect: 'there', balance: 'there', discover: 'there' } as const;

/** Those by which a lost answer is found, both there. */
export const RUN_ROUTES = { runs: 'there', run: 'there' } as const;
