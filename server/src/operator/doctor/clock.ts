import { type Finding, fail, ok, warn } from './finding.ts';

/** Signed requests and codes of authenticator apps bear about this much. */
const WARN_MS = 2_000;
const FAIL_MS = 30_000;

/**
 * How far another clock is before ours, in milliseconds; what may be due to the way its answer took does not count.
 * @param theirs what it showed at some moment between `from` and `to` of ours
 */
export function aheadOf(theirs: number, from: number, to: number): number {
  if (theirs < from) return theirs - from;
  return theirs > to ? theirs - to : 0;
}

/** How this machine's clock compares with another. @param aheadMs how far the other is before ours */
export function clockFinding(other: string, aheadMs: number): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  if (Math.abs(aheadMs) < WARN_MS) return ok('clock', `The same as that of ${other}.`);
  const says = `It is ${seconds} seconds ${aheadMs > 0 ? 'behind' : 'before'} that of ${other}.`;
  const todo = 'Let both be set by NTP: timedatectl set-ntp true';
  return Math.abs(aheadMs) < FAIL_MS ? warn('clock', says, todo) : fail('clock', says, todo);
}
