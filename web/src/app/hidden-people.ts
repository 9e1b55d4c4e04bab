import { TALK_TARGET } from '../conversations/keys.ts';
import { PROFILE } from '../lib/own-list-keys.ts';
import { forgetAnswers } from '../lib/page-data.ts';
import { queryClient } from '../lib/query-client.ts';
import { LISTING_KEY, LISTINGS_KEY } from '../listings/keys.ts';
import { MATCHES } from '../matching/keys.ts';
import { BLOCKS_KEY } from '../safety/keys.ts';
import { session } from '../session/session.ts';
import { WANTED_KEY, WANTED_LIST_KEY } from '../wanted/keys.ts';

/** Fetches again all queries from which a block can hide a person's items. */
export function askForVisible(): void {
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

/** Answers embedded in the page are made for everybody: somebody who has hidden people must not get them. */
export function watchHidden(): void {
  let isHiding = false;
  session.subscribe(({ user }) => {
    if (user?.hidesPeople && !isHiding) {
      forgetAnswers();
      askForVisible();
    }
    isHiding = user?.hidesPeople === true;
  });
}
