/**
 * A recovery by mail may end two-step sign-in that was turned on within this time: an intruder may have turned it on.
 */
export const YOUNG_STEP_MS = 7 * 24 * 60 * 60_000;

/** How many recovery codes a member gets at a time. */
export const RECOVERY_CODES = 10;
