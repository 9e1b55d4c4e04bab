import type { Typing } from '@selvedge/shared/conversations/conversations';
import type { EventName } from '@selvedge/shared/platform/realtime';
import { createBoundedCache } from '../../platform/cache/bounded-cache.ts';
import type { Actor } from '../../platform/core/actor.ts';
import { notFound } from '../../platform/core/errors.ts';
import type { Publish } from '../../platform/core/publish.ts';
import type { Database } from '../../platform/db/database.ts';
import { findParticipants } from './queries.ts';

/** If the event of a block on another node is lost, the block may go unnoticed for this long. */
const RECIPIENT_TTL_MS = 10_000;

/** Nothing is sent to blocked members. @throws not_found for strangers, or before the first message */
export type SendTyping = (actor: Actor, input: Typing) => Promise<void>;

/** Relays typing notices; they are never stored. */
export function createTyping({ db, publish }: { db: Database; publish: Publish }): {
  send: SendTyping;
  /** Receives every event: any block change clears the cache. */
  onEvent(event: EventName): void;
} {
  /** By actor and conversation; null if the participants are blocked. */
  const recipients = createBoundedCache<Promise<string | null>>({ ttlMs: RECIPIENT_TTL_MS });

  async function find(memberId: string, id: string): Promise<string | null> {
    const [two] = await db.read((conn) => findParticipants(conn, { id, memberId }));
    if (!two) throw notFound('Conversation not found');
    if (two.isBlockedByBuyer || two.isBlockedBySeller) return null;
    return two.buyerId === memberId ? two.sellerId : two.buyerId;
  }

  function recipientOf(memberId: string, conversationId: string): Promise<string | null> {
    const key = `${memberId} ${conversationId}`;
    const cached = recipients.get(key);
    if (cached) return cached;
    const recipient = find(memberId, conversationId);
    // Failures are not cached: after the first message there is a recipient.
    recipient.catch(() => recipients.delete(key));
    recipients.set(key, recipient);
    return recipient;
  }

  return {
    async send(actor, { conversationId, typing }) {
      const recipient = await recipientOf(actor.id, conversationId);
      if (recipient)
        publish.toMember(recipient, 'conversation:typing', { conversationId, userId: actor.id, typing });
    },

    onEvent(event) {
      if (event === 'block:changed') recipients.clear();
    },
  };
}
