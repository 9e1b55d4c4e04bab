/**
 * A recovery by mail may remove an authenticator app added within this time: an intruder may have added it.
 */
export const YOUNG_FACTOR_MS = 7 * 24 * 60 * 60_000;

/** How many recovery codes a member gets at a time. */
export const RECOVERY_CODES = 10;
