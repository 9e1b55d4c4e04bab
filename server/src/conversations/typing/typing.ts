import type { Typing } from '@selvedge/shared/conversations';
import type { EventName } from '@selvedge/shared/realtime';
import type { Actor } from '../../core/actor.ts';
import { notFound } from '../../core/errors.ts';
import type { Publish } from '../../core/publish.ts';
import type { Database } from '../../db/database.ts';
import { findTalkers } from './queries.ts';

/**
 * How long it is cached whom to tell, in milliseconds. A block made on another node may go unnoticed for that long if
 * its news is lost.
 */
const REMEMBERED_MS = 10_000;
const REMEMBERED_MAX = 10_000;

/**
 * Tells the other person of a conversation that the actor types, or has stopped; nobody is told across a block.
 * @throws not_found when the actor is not one of the two, or there is no message yet.
 */
export type SendTyping = (actor: Actor, input: Typing) => Promise<void>;

interface Hearer {
  /** Resolves to null when a block stands between the two. */
  id: Promise<string | null>;
  until: number;
}

/** Typing notices: passed on, never stored. */
export function createTyping({ db, publish }: { db: Database; publish: Publish }): {
  tell: SendTyping;
  /** Hears every event: a change of any block clears the cache. */
  heard(event: EventName): void;
} {
  // A cache: notices come often, and whom to tell changes seldom.
  const hearers = new Map<string, Hearer>();

  async function find(personId: string, id: string): Promise<string | null> {
    const [two] = await db.read((conn) => findTalkers(conn, { id, personId }));
    if (!two) throw notFound('Conversation not found');
    if (two.isBlockedByBuyer || two.isBlockedBySeller) return null;
    return two.buyerId === personId ? two.sellerId : two.buyerId;
  }

  function hearerOf(personId: string, conversationId: string): Promise<string | null> {
    const key = `${personId} ${conversationId}`;
    const known = hearers.get(key);
    if (known && known.until > Date.now()) return known.id;
    const id = find(personId, conversationId);
    // Failures are not cached: after the first message there will be somebody to tell.
    id.catch(() => hearers.delete(key));
    hearers.delete(key);
    hearers.set(key, { id, until: Date.now() + REMEMBERED_MS });
    // A map keeps the order of insertion, so its first key is the oldest.
    const [oldest] = hearers.keys();
    if (hearers.size > REMEMBERED_MAX && oldest !== undefined) hearers.delete(oldest);
    return id;
  }

  return {
    async tell(actor, { conversationId, typing }) {
      const hearer = await hearerOf(actor.id, conversationId);
      if (hearer)
        publish.toPerson(hearer, 'conversation:typing', { conversationId, userId: actor.id, typing });
    },

    heard(event) {
      if (event === 'block:changed') hearers.clear();
    },
  };
}
