import { TALK_TARGET } from '../conversations/keys.ts';
import type { hearFact, messaging as Messaging } from '../conversations/messaging.ts';
import { session, userTold } from '../identity/session.ts';
import { forgetAnswers } from '../lib/page-data.ts';
import { queryClient } from '../lib/query-client.ts';
import { LISTING_KEY, LISTINGS_KEY } from '../listings/keys.ts';
import { MATCHES } from '../matching/keys.ts';
import { BLOCKS_KEY } from '../safety/keys.ts';
import { PROFILE } from '../users/keys.ts';
import { WANTED_KEY, WANTED_LIST_KEY } from '../wanted/keys.ts';

/** Asks again for everything in which somebody's things can be hidden. */
function askAgain(): void {
  for (const key of [
    LISTINGS_KEY,
    LISTING_KEY,
    WANTED_KEY,
    WANTED_LIST_KEY,
    PROFILE,
    BLOCKS_KEY,
    MATCHES,
    TALK_TARGET,
  ]) {
    void queryClient.invalidateQueries({ queryKey: [key] });
  }
}

/** What the page brought along was for everybody: who hides from somebody does not get to see it. */
export function watchHidden(): void {
  let isHiding = false;
  session.subscribe(({ user }) => {
    if (user?.hidesPeople && !isHiding) {
      forgetAnswers();
      askAgain();
    }
    isHiding = user?.hidesPeople === true;
  });
}

/** Lets people who blocked each other vanish for each other in whatever shows them. */
export function startLiveBlocks(hear: typeof hearFact, messaging: typeof Messaging): void {
  hear('block:changed', (fact) => {
    messaging.blockChanged(fact);
    const { user } = session.getState();
    // Kept for the next page, which may bring their things along.
    if (user && fact.block) userTold({ ...user, hidesPeople: true });
    askAgain();
  });
}
