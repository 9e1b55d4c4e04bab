import { CONVERSATION_TARGET } from '../conversations/keys.ts';
import { MATCHES } from '../items/matching/keys.ts';
import { SAVED_KEY } from '../items/saved/keys.ts';
import { SEARCHES_KEY } from '../items/saved-searches/keys.ts';
import { WANTED_KEY, WANTED_LIST_KEY } from '../items/wanted/keys.ts';
import { LISTING_KEY, LISTINGS_KEY } from '../lib/listing-keys.ts';
import { PROFILE } from '../lib/own-list-keys.ts';
import { dropEmbedded } from '../lib/page-data.ts';
import { queryClient } from '../lib/query-client.ts';
import { refetch } from '../lib/restart-requests.ts';
import { session } from '../lib/session/session.ts';
import { BLOCKS_KEY } from '../safety/keys.ts';

/** Refetches all queries from which a block can hide a member's items. */
export function refetchVisible(): void {
  for (const key of [
    LISTINGS_KEY,
    LISTING_KEY,
    WANTED_KEY,
    WANTED_LIST_KEY,
    PROFILE,
    BLOCKS_KEY,
    MATCHES,
    SAVED_KEY,
    SEARCHES_KEY,
    CONVERSATION_TARGET,
  ]) {
    refetch(queryClient, [key]);
  }
}

/**
 * Drops the responses embedded in the page for members who have blocked others: they are the same for
 * everyone, so they may include the blocked members.
 */
export function dropEmbeddedWhenHiding(): void {
  let isHiding = false;
  session.subscribe(({ user }) => {
    if (user?.hidesPeople && !isHiding) {
      dropEmbedded();
      refetchVisible();
    }
    isHiding = user?.hidesPeople === true;
  });
}
