import { DEAL_ANSWER_DAYS } from '@selvedge/shared/limits';
import { changeMessage } from '../conversations/changes/change-message.ts';
import type { Tx } from '../db/database.ts';
import type { DealContext } from './context.ts';
import { lockOpen } from './lock-open.ts';
import {
  type DealRow,
  deleteProposed,
  detachMessage,
  messageOf,
  proposedBefore,
  proposedOf,
} from './queries.ts';

const DAY = 24 * 3_600_000;
const BATCH = 100;

/** Deletes a deal that is only proposed. Its message stays, without the question's buttons. */
export async function endProposed(ctx: DealContext, tx: Tx, { id }: Pick<DealRow, 'id'>): Promise<void> {
  const [message] = await messageOf(tx, id);
  await detachMessage(tx, id);
  if ((await deleteProposed(tx, id)).length === 0) throw new Error(`deal ${id} is not open`);
  if (message) await changeMessage(ctx.conversations, tx, message, {});
}

/**
 * Ends the open questions of a member, or only those between two members: one has blocked the other, or the account was
 * deleted.
 */
export async function endProposedOf(
  ctx: DealContext,
  tx: Tx,
  personId: string,
  otherId?: string,
): Promise<void> {
  for (const deal of await proposedOf(tx, personId, otherId)) await endProposed(ctx, tx, deal);
}

/** Ends the questions that nobody has answered in 14 days, each in its own transaction. */
export async function expireProposed(ctx: DealContext, now = new Date()): Promise<void> {
  const { db } = ctx.conversations;
  const before = new Date(now.getTime() - DEAL_ANSWER_DAYS * DAY);
  for (;;) {
    const due = await db.read((conn) => proposedBefore(conn, before, BATCH));
    for (const { id } of due) {
      await db.transact(async (tx) => {
        const deal = await lockOpen(tx, id);
        if (deal) await endProposed(ctx, tx, deal);
      });
    }
    if (due.length < BATCH) return;
  }
}
