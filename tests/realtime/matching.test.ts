import { Match } from '@selvedge/shared/matches';
import type { EventPayload } from '@selvedge/shared/realtime';
import { expect, test } from 'vitest';
import { openMatchmaker } from '../support/people/matchmaker.ts';
import { next, startLiveServer } from '../support/servers/live-server.ts';

test("a match reaches every tab of the WTB's owner, and no other member", async () => {
  const live = await startLiveServer();
  const { db } = live;
  const market = openMatchmaker(db, { publish: live.publish });
  const [seller, buyer] = [await market.join('seller'), await market.join('buyer')];
  const [first, second, others] = [live.connect(buyer.id), live.connect(buyer.id), live.connect(seller.id)];
  const greeted = [first, second, others].map((client) => next(client, 'unread'));
  for (const person of [seller, buyer]) live.tokens.set(person.id, person);
  await Promise.all(greeted);
  const receivedByOthers: string[] = [];
  others.onAny((name: string) => receivedByOthers.push(name));

  await market.postWanted(buyer);
  const received = [first, second].map((client) => next<EventPayload<'match:new'>>(client, 'match:new'));
  const listingId = await market.list(seller);
  const [one, two] = await Promise.all(received);
  expect(Match.parse(one)).toEqual(two);
  expect(one).toMatchObject({ listing: { id: listingId }, wtb: { buyer: { id: buyer.id } }, isSeen: false });

  // Events arrive in order, so an earlier match would have arrived too.
  const after = next(others, 'listing:new');
  await market.list(seller, { brand: 'Visvim' });
  await after;
  expect(receivedByOthers).not.toContain('match:new');
  await market.close();
  await live.close();
});
