import type { Delivered } from '@selvedge/shared/platform/realtime';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { deliveredTo } from './delivered-to.ts';
import { findReported, raiseDelivered } from './queries.ts';

type Reported = Awaited<ReturnType<typeof findReported>>[number];

/** The delivery cursor that a report raises in one conversation; null if it raises none. */
function riseOf({ conversation, ...blocks }: Reported, memberId: string, reported: number) {
  const { id, buyerId, sellerId, lastSeq } = conversation;
  const isBuyer = buyerId === memberId;
  const seq = Math.min(reported, lastSeq);
  if (seq <= deliveredTo(conversation, isBuyer)[0]) return null;
  return {
    id,
    seq,
    role: isBuyer ? ('buyer' as const) : ('seller' as const),
    otherId: isBuyer ? sellerId : buyerId,
    isBlocked: blocks.isBlockedByBuyer || blocks.isBlockedBySeller,
  };
}

/**
 * A cursor never falls and never passes the newest message. Other members' conversations are ignored, and
 * blocked participants are not notified.
 */
export async function markDelivered(
  { db, publish }: Ctx,
  actor: Actor,
  { conversations: reported }: Delivered,
): Promise<void> {
  const ids = Object.keys(reported);
  if (ids.length === 0) return;
  await db.transact(async (tx) => {
    const found = await findReported(tx, actor.id, ids);
    const rises = found
      .flatMap((row) => riseOf(row, actor.id, reported[row.conversation.id] ?? 0) ?? [])
      // Updated rows stay locked until the commit: a fixed order prevents deadlocks between reports.
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (const { id, seq, role, otherId, isBlocked } of rises) {
      const [risen] = await raiseDelivered[role](tx, { id, seq, at: new Date() });
      if (!risen || isBlocked) continue;
      tx.afterCommit(() =>
        publish.toMember(otherId, 'conversation:delivered', { conversationId: id, userId: actor.id, seq }),
      );
    }
  });
}
