import { type Finding, fail, ok, warn } from './finding.ts';

const WARN_MS = 2_000;
/** Signed requests and the codes of authenticator apps tolerate about this much difference. */
const FAIL_MS = 30_000;

/**
 * How far another clock is ahead of ours, in milliseconds, less what the round trip may account for.
 * @param theirs its reading at some moment between `from` and `to` by our clock
 */
export function aheadOf(theirs: number, from: number, to: number): number {
  if (theirs < from) return theirs - from;
  return theirs > to ? theirs - to : 0;
}

/** Compares this machine's clock with another. @param aheadMs how far the other clock is ahead of ours */
export function clockFinding(other: string, aheadMs: number): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  if (Math.abs(aheadMs) < WARN_MS) return ok('clock', `In sync with ${other}.`);
  const says = `It is ${seconds} seconds ${aheadMs > 0 ? 'behind' : 'ahead of'} ${other}.`;
  const todo = 'Sync both with NTP: timedatectl set-ntp true';
  return Math.abs(aheadMs) < FAIL_MS ? warn('clock', says, todo) : fail('clock', says, todo);
}
