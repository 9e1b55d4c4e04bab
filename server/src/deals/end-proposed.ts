import { DEAL_ANSWER_DAYS } from '@selvedge/shared/limits';
import { changeMessage } from '../conversations/changes/change-message.ts';
import type { ConversationContext } from '../conversations/context.ts';
import type { Tx } from '../db/database.ts';
import { forEachDue } from '../jobs/for-each-due.ts';
import { lockOpen } from './lock-open.ts';
import { type DealRow, deleteProposed, detachMessage, proposedBefore, proposedOf } from './queries.ts';

const DAY = 24 * 3_600_000;

/** Deletes a deal that is only proposed. Its message stays, without the question's buttons. */
export async function endProposed(
  ctx: ConversationContext,
  tx: Tx,
  { id }: Pick<DealRow, 'id'>,
): Promise<void> {
  const [message] = await detachMessage(tx, id);
  if ((await deleteProposed(tx, id)).length === 0) throw new Error(`deal ${id} is not open`);
  if (message) await changeMessage(ctx, tx, message, {});
}

/**
 * Deletes the proposed deals of a member, or only those between two members: one has blocked the other, or the account was
 * deleted.
 */
export async function endProposedOf(
  ctx: ConversationContext,
  tx: Tx,
  personId: string,
  otherId?: string,
): Promise<void> {
  for (const deal of await proposedOf(tx, personId, otherId)) await endProposed(ctx, tx, deal);
}

/** Deletes the proposed deals that were not answered within 14 days. */
export const expireProposed = (ctx: ConversationContext, now = new Date()): Promise<void> =>
  forEachDue(
    ctx.db,
    (conn, limit) => proposedBefore(conn, new Date(now.getTime() - DEAL_ANSWER_DAYS * DAY), limit),
    async (tx, { id }) => {
      const deal = await lockOpen(tx, id);
      if (deal) await endProposed(ctx, tx, deal);
    },
  );
