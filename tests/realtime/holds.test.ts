import type { EventPayload } from '@selvedge/shared/platform/realtime';
import { expect, test } from 'vitest';
import { next, openTab } from '../support/clients/socket.ts';
import { startConversation } from '../support/people/conversation.ts';
import { openWorld } from '../support/world.ts';

/** A listing on hold for a buyer, and another member with an open socket. */
async function openLine() {
  const world = await openWorld();
  const { buyer, seller, id, listingId, send } = await startConversation(world);
  await send(buyer, 'Hello');
  const rival = await world.join('rival');
  const { client } = await openTab(world, rival);
  const at = `/api/listings/${listingId}`;
  await world.call('POST', `${at}/hold`, { as: seller, json: { conversationId: id, hours: 24 } });
  const join = () => world.call('PUT', `${at}/line`, { as: rival });
  return { world, seller, client, at, listingId, join };
}

test('the whole line receives every change', async () => {
  const { world, seller, client, listingId, join } = await openLine();
  const { client: atSeller } = await openTab(world, seller);
  const changes = [client, atSeller].map((one) => next<EventPayload<'line:changed'>>(one, 'line:changed'));
  await join();
  expect(await Promise.all(changes)).toEqual([{ listingId }, { listingId }]);
});

test('the line is notified when the listing frees up', async () => {
  const { world, seller, client, at, listingId, join } = await openLine();
  await join();
  const freed = next<EventPayload<'listing:freed'>>(client, 'listing:freed');
  await world.call('DELETE', `${at}/hold`, { as: seller });
  const { listing } = await freed;
  expect(listing.id).toBe(listingId);
  expect(listing).not.toHaveProperty('isOnHold');
});
