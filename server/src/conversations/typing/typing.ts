import type { Typing } from '@selvedge/shared/conversations';
import type { FactName } from '@selvedge/shared/realtime';
import type { Actor } from '../../actor.ts';
import type { Database } from '../../db/database.ts';
import { notFound } from '../../errors.ts';
import type { Publish } from '../../publish.ts';
import { findTalkers } from './queries.ts';

/** How long it is remembered who is told, in milliseconds: as long may a block on another node go unnoticed. */
const REMEMBERED_MS = 10_000;
const REMEMBERED_MAX = 10_000;

/**
 * Nobody hears of it across a block.
 * @throws not_found when the person is not one of the two, or nothing was said yet.
 */
export type TellTyping = (actor: Actor, input: Typing) => Promise<void>;

interface Hearer {
  /** Null when nobody is to be told. */
  id: Promise<string | null>;
  until: number;
}

/** Tells the other person of a conversation that somebody types. Nothing of it is stored. */
export function createTyping({ db, publish }: { db: Database; publish: Publish }): {
  tell: TellTyping;
  /** Whoever it was, after a block they may not be told. */
  heard(fact: FactName): void;
} {
  // Keys come often and the answer changes seldom: who hears of them is asked once, not for each.
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
    // Where there is nobody yet, there may be after the first message.
    id.catch(() => hearers.delete(key));
    hearers.delete(key);
    hearers.set(key, { id, until: Date.now() + REMEMBERED_MS });
    // In the order in which they were put: the first has been there for longest.
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

    heard(fact) {
      if (fact === 'block:changed') hearers.clear();
    },
  };
}
