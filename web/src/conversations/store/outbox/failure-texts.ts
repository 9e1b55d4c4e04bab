import type { Problem } from '@selvedge/shared/platform/errors';
import { START_REFUSALS } from '@selvedge/shared/platform/start-refusals';

const NOT_AVAILABLE = 'This listing is no longer available.';
const WRONG_ITEM = 'There was an error with the listing information.';

// The server's texts for a refused conversation, and the texts shown instead.
const TEXTS: [serverText: string, shownText: string][] = [
  [START_REFUSALS.noSeller, 'The seller account was not found. They may have deleted their account.'],
  [START_REFUSALS.noListing, NOT_AVAILABLE],
  [START_REFUSALS.noWanted, NOT_AVAILABLE],
  [START_REFUSALS.closed, NOT_AVAILABLE],
  [START_REFUSALS.notTheirListing, WRONG_ITEM],
  [START_REFUSALS.notTheirWanted, WRONG_ITEM],
  [START_REFUSALS.withOneself, 'You cannot message yourself about your own listing.'],
  [START_REFUSALS.badReference, 'The user or listing information is invalid.'],
  // This server never sends it: it opens the existing conversation instead.
  ['already exists', 'A conversation about this listing already exists.'],
];

/** The text shown when a message was refused; the text of an internal error would not help the sender. */
export function sendFailure(problem: Problem | undefined): string {
  return !problem || problem.code === 'internal'
    ? 'Failed to send message. Please try again.'
    : problem.message;
}

/** The text for a conversation that could not be started. @param isWTB whether it is about a WTB */
export function startFailure({ code, message }: Problem, isWTB: boolean): string {
  // These texts say how long to wait, or who has blocked whom.
  if (code === 'rate_limited' || code === 'forbidden') return message;
  if (isWTB && message.includes(START_REFUSALS.withOneself)) return 'Cannot message yourself';
  const known = TEXTS.find(([serverText]) => message.includes(serverText));
  if (known) return known[1];
  // `unavailable` means that the server did not refuse but was not reached.
  return code === 'unavailable'
    ? 'Failed to start conversation. Please try again.'
    : 'Failed to create conversation. Please try again.';
}
