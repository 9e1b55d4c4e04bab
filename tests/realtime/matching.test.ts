import { Match } from '@selvedge/shared/matches';
import type { EventPayload } from '@selvedge/shared/realtime';
import { expect, test } from 'vitest';
import { openMatchmaker } from '../support/people/matchmaker.ts';
import { next, startLiveServer } from '../support/servers/live-server.ts';

test('a match reaches every tab of who looks for it, and nobody else', async () => {
  const live = await startLiveServer();
  const { db } = live;
  const market = openMatchmaker(db, { publish: live.publish });
  const [seller, buyer] = [await market.join('seller'), await market.join('buyer')];
  const [first, second, others] = [live.connect(buyer.id), live.connect(buyer.id), live.connect(seller.id)];
  const greeted = [first, second, others].map((client) => next(client, 'unread'));
  for (const person of [seller, buyer]) live.tokens.set(person.id, person);
  await Promise.all(greeted);
  const heardByOthers: string[] = [];
  others.onAny((name: string) => heardByOthers.push(name));

  await market.seek(buyer);
  const heard = [first, second].map((client) => next<EventPayload<'match:new'>>(client, 'match:new'));
  const listingId = await market.list(seller);
  const [one, two] = await Promise.all(heard);
  expect(Match.parse(one)).toEqual(two);
  expect(one).toMatchObject({ listing: { id: listingId }, wtb: { buyer: { id: buyer.id } }, isSeen: false });

  // What comes after it has arrived, so it would have, too.
  const after = next(others, 'listing:new');
  await market.list(seller, { brand: 'Visvim' });
  await after;
  expect(heardByOthers).not.toContain('match:new');
  await market.close();
  await live.close();
});
