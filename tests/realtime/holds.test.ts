import type { EventPayload } from '@selvedge/shared/realtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdListing, releaseListing } from '../../server/src/holds/hold-listing.ts';
import { joinLine } from '../../server/src/holds/line.ts';
import { startConversation } from '../support/people/conversation.ts';
import { addPerson } from '../support/people/market.ts';
import { tradingWith } from '../support/people/trading.ts';
import { next, startLiveServer } from '../support/servers/live-server.ts';

let server: Awaited<ReturnType<typeof startLiveServer>>;
beforeAll(async () => {
  server = await startLiveServer();
});
afterAll(() => server.close());

test('the sockets of a member in the line learn that the listing has freed up', async () => {
  const { db, publish, tokens } = server;
  const { buyer, seller, id, listingId, send } = await startConversation(db);
  await send(buyer, 'Hello');
  const rival = await addPerson(db, 'rival');
  tokens.set(rival.id, rival);
  const client = server.connect(rival.id);
  await next(client, 'connect');
  const holds = { db, ...tradingWith(publish) };
  await holdListing(holds, seller, listingId, { conversationId: id, hours: 24 });
  await joinLine(holds, rival, listingId);
  const freed = next<EventPayload<'listing:freed'>>(client, 'listing:freed');
  await releaseListing(holds, seller, listingId);
  const { listing } = await freed;
  expect(listing.id).toBe(listingId);
  expect(listing).not.toHaveProperty('isOnHold');
});
