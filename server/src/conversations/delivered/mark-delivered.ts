import type { Delivered } from '@selvedge/shared/realtime';
import type { Actor } from '../../actor.ts';
import type { Conversing } from '../context.ts';
import { deliveredTo } from './delivered-to.ts';
import { findNamed, raiseDelivered } from './queries.ts';

type Named = Awaited<ReturnType<typeof findNamed>>[number];

/** What a report raises of one conversation; null when nothing. */
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
 * A device of the person has messages: the cursors of those conversations rise to the last of them, all in one
 * transaction, and the other person of each is told, but for people who are kept apart. A cursor never falls nor passes
 * the newest message; what the person does not see, or what is known, changes nothing.
 */
export async function markDelivered(
  { db, publish }: Pick<Conversing, 'db' | 'publish'>,
  actor: Actor,
  { conversations: reported }: Delivered,
): Promise<void> {
  const ids = Object.keys(reported);
  if (ids.length === 0) return;
  await db.transact(async (tx) => {
    const named = await findNamed(tx, actor.id, ids);
    const rises = named
      .flatMap((row) => riseOf(row, actor.id, reported[row.conversation.id] ?? 0) ?? [])
      // Rows are held until the end: in one order, two reports at once never wait for each other.
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
