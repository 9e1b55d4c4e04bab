import type { EventPayload } from '@selvedge/shared/realtime';
import { expect, test } from 'vitest';
import { next, openTab } from '../support/clients/socket.ts';
import { startConversation } from '../support/people/conversation.ts';
import { openWorld } from '../support/world.ts';

test('the sockets of the seller and of members in the line learn that it has changed, and that the listing has freed up', async () => {
  const world = await openWorld();
  const { buyer, seller, id, listingId, send } = await startConversation(world);
  await send(buyer, 'Hello');
  const rival = await world.join('rival');
  const { client } = await openTab(world, rival);
  const at = `/api/listings/${listingId}`;
  await world.call('POST', `${at}/hold`, { as: seller, json: { conversationId: id, hours: 24 } });
  const { client: atSeller } = await openTab(world, seller);
  const joined = [client, atSeller].map((one) => next<EventPayload<'line:changed'>>(one, 'line:changed'));
  await world.call('PUT', `${at}/line`, { as: rival });
  expect(await Promise.all(joined)).toEqual([{ listingId }, { listingId }]);
  const freed = next<EventPayload<'listing:freed'>>(client, 'listing:freed');
  await world.call('DELETE', `${at}/hold`, { as: seller });
  const { listing } = await freed;
  expect(listing.id).toBe(listingId);
  expect(listing).not.toHaveProperty('isOnHold');
});
