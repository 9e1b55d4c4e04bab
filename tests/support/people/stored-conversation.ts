import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Message } from '@selvedge/shared/conversations/conversations';
import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import type { EventName, EventPayload } from '@selvedge/shared/platform/realtime';
import { unreadOf } from '../../../server/src/conversations/announce-unread.ts';
import { openConversation } from '../../../server/src/conversations/open-conversation.ts';
import { sendMessage } from '../../../server/src/conversations/send-message.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import type { Publish } from '../../../server/src/platform/core/publish.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { createBareCtx } from '../../support/servers/bare-ctx.ts';
import { uniqueName } from './conversation.ts';
import { addListing, addMember } from './market.ts';

interface SentEvent {
  to: string;
  event: EventName;
  payload: unknown;
}

interface Options {
  settings?: InstanceSettings;
  /** Seller and buyer; without them, two new members. */
  members?: [Actor, Actor];
}

/**
 * Starts a conversation of a buyer and a seller about a listing in a database without a product around it, whose jobs
 * would read and write beside the test, and records all events sent to them.
 */
export async function storeConversation(db: Database, { members, settings }: Options = {}) {
  const sent: SentEvent[] = [];
  const publish: Publish = {
    toMember: (to, event, payload) => void sent.push({ to, event, payload }),
    toEveryone: () => undefined,
  };
  const ctx = createBareCtx(db, publish, settings && { settings });
  /** Pending unread counts. */
  const pendingCounts = new Set<Promise<void>>();
  const unread = unreadOf(ctx);
  const { announce } = unread;
  unread.announce = (memberId) => {
    const one = announce(memberId).finally(() => pendingCounts.delete(one));
    pendingCounts.add(one);
    return one;
  };
  const [seller, buyer] = members ?? [
    await addMember(db, uniqueName('marlow')),
    await addMember(db, uniqueName('odile')),
  ];
  const listingId = await addListing(db, seller.id);
  const about = { sellerId: seller.id, listingId, isWTB: false };
  const { conversation } = await openConversation(ctx, buyer, about);
  return {
    ctx,
    seller,
    buyer,
    listingId,
    about,
    id: conversation.id,
    send: (from: Actor, content: string, clientId: string = randomUUID()): Promise<Message> =>
      sendMessage(ctx, from, { clientId, conversationId: conversation.id, type: 'text', content }),
    /** The events of one name sent to a member, in order, after all pending ones are published. */
    async eventsTo<F extends EventName>(person: Actor, event: F): Promise<EventPayload<F>[]> {
      await setImmediate();
      while (pendingCounts.size > 0) await Promise.all(pendingCounts);
      return sent
        .filter((one) => one.to === person.id && one.event === event)
        .map((one) => one.payload as EventPayload<F>);
    },
  };
}
