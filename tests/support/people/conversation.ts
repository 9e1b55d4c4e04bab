import { randomUUID } from 'node:crypto';
import type { Message } from '@selvedge/shared/conversations/conversations';
import type { EventName, EventPayload } from '@selvedge/shared/platform/realtime';
import { openConversation } from '../../../server/src/conversations/open-conversation.ts';
import { sendMessage } from '../../../server/src/conversations/send-message.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import type { World } from '../world.ts';
import { addListing } from './market.ts';

/** A name that no other test of the same world uses. */
export const uniqueName = (name: string): string => `${name}${randomUUID().slice(0, 8)}`;

/**
 * Starts a conversation about a listing, without messages.
 * @param members seller and buyer; without them, two new members
 */
export async function startConversation(world: World, members?: [Actor, Actor]) {
  const ctx = world.product.ctx;
  const [seller, buyer] = members ?? [
    await world.join(uniqueName('marlow')),
    await world.join(uniqueName('odile')),
  ];
  const listingId = await addListing(world.db, seller.id);
  const about = { sellerId: seller.id, listingId, isWTB: false };
  const { id } = (await openConversation(ctx, buyer, about)).conversation;
  return {
    ...{ world, ctx, seller, buyer, listingId, about, id },
    send: (from: Actor, content: string, clientId: string = randomUUID()): Promise<Message> =>
      sendMessage(ctx, from, { clientId, conversationId: id, type: 'text', content }),
    /** The events of one name sent to a member, in order. */
    eventsTo: <F extends EventName>(person: Actor, event: F): EventPayload<F>[] =>
      world.events
        .filter((one) => one.to === person.id && one.event === event)
        .map((one) => one.payload as EventPayload<F>),
  };
}
