import type { Delivered } from '@selvedge/shared/realtime';
import type { Actor } from '../../core/actor.ts';
import type { ConversationContext } from '../context.ts';
import { deliveredTo } from './delivered-to.ts';
import { findNamed, raiseDelivered } from './queries.ts';

type Named = Awaited<ReturnType<typeof findNamed>>[number];

/** The delivery cursor that a report raises in one conversation; null when it raises none. */
function riseOf({ conversation, ...blocked }: Named, personId: string, reported: number) {
  const { id, buyerId, sellerId, lastSeq } = conversation;
  const isBuyer = buyerId === personId;
  const seq = Math.min(reported, lastSeq);
  if (seq <= deliveredTo(conversation, isBuyer)[0]) return null;
  return {
    id,
    seq,
    role: isBuyer ? ('buyer' as const) : ('seller' as const),
    otherId: isBuyer ? sellerId : buyerId,
    isApart: blocked.isBlockedByBuyer || blocked.isBlockedBySeller,
  };
}

/**
 * A device of the person reports messages as delivered: the delivery cursors of those conversations are raised in one
 * transaction, and the other person of each is told, unless a block stands between the two. A cursor never falls, and
 * never passes the newest message; conversations of others and cursors that are as high already are ignored.
 */
export async function markDelivered(
  { db, publish }: Pick<ConversationContext, 'db' | 'publish'>,
  actor: Actor,
  { conversations: reported }: Delivered,
): Promise<void> {
  const ids = Object.keys(reported);
  if (ids.length === 0) return;
  await db.transact(async (tx) => {
    const named = await findNamed(tx, actor.id, ids);
    const rises = named
      .flatMap((row) => riseOf(row, actor.id, reported[row.conversation.id] ?? 0) ?? [])
      // Updated rows stay locked until the end: one order for all keeps two reports from deadlocking.
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (const { id, seq, role, otherId, isApart } of rises) {
      const [risen] = await raiseDelivered[role](tx, { id, seq, at: new Date() });
      if (!risen || isApart) continue;
      tx.afterCommit(() =>
        publish.toPerson(otherId, 'conversation:delivered', { conversationId: id, userId: actor.id, seq }),
      );
    }
  });
}
