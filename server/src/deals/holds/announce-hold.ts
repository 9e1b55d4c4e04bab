import { holdText } from '@selvedge/shared/deals/holds';
import { v7 as uuidv7 } from 'uuid';
import { lockWithDetails, refusalOf, sendNext } from '../../conversations/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';

import type { Tx } from '../../platform/db/database.ts';

/**
 * Says in a conversation that its listing was put on hold for its buyer, or that the hold has ended: a line in the thread,
 * which counts as a message by `memberId`. It is left out where members can no longer write to each other. The end is also a
 * notice to the buyer, unless it is theirs.
 * @param until null for the end
 */
export async function announceHold(
  ctx: Ctx,
  tx: Tx,
  { conversationId, memberId, until }: { conversationId: string; memberId: string; until: Date | null },
): Promise<void> {
  const locked = await lockWithDetails(tx, { id: conversationId, memberId });
  const actor = { id: memberId };
  if (!locked || refusalOf(locked, actor)) return;
  const content = holdText(locked.buyer.username, until, ctx.settings.timeZone());
  await sendNext(ctx, tx, locked, {
    actor,
    input: { type: 'text', conversationId, clientId: uuidv7(), content },
    statement: { hold: { until: until?.toISOString() ?? null } },
  });
  const { listingId, buyerId } = locked.conversation;
  if (until || memberId === buyerId || listingId === null) return;
  const about = { listingId, otherId: memberId, data: { conversationId } };
  await tx.emit('member notified', { userId: buyerId, kind: 'hold-ended', ...about });
}
