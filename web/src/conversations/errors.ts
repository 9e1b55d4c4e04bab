import type { Problem } from '@selvedge/shared/errors';

const WITH_ONESELF = 'cannot start a conversation with yourself';

// What the server says of a refused start, and what the person reads.
const TEXTS: [says: string, reads: string][] = [
  ['Seller not found', 'The seller account was not found. They may have deleted their account.'],
  ['Listing not found', 'This listing is no longer available.'],
  ['WTB listing not found', 'This listing is no longer available.'],
  ['no longer available', 'This listing is no longer available.'],
  ['does not belong to', 'There was an error with the listing information.'],
  [WITH_ONESELF, 'You cannot message yourself about your own listing.'],
  ['already exists', 'A conversation about this listing already exists.'],
  ['Invalid user or listing reference', 'The user or listing information is invalid.'],
];

/** What the person reads of a message that was not taken; the server's own words for a fault of its own say nothing. */
export const sendFailure = (problem: Problem | undefined): string =>
  !problem || problem.code === 'internal' ? 'Failed to send message. Please try again.' : problem.message;

/** The text for a conversation that could not be started. @param isWTB whether it was to be about a request. */
export function startFailure({ code, message }: Problem, isWTB: boolean): string {
  // The wait, or who blocks whom, is in its words.
  if (code === 'rate_limited' || code === 'forbidden') return message;
  if (isWTB && message.includes(WITH_ONESELF)) return 'Cannot message yourself';
  const known = TEXTS.find(([says]) => message.includes(says));
  return known?.[1] ?? 'Failed to start conversation. Please try again.';
}
