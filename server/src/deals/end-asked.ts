import { DEAL_ASK_DAYS } from '@selvedge/shared/limits';
import { changeMessage } from '../conversations/changes/change-message.ts';
import type { Tx } from '../db/database.ts';
import type { DealContext } from './context.ts';
import { lockOpen } from './lock-open.ts';
import { askedBefore, askedOf, type DealRow, deleteAsked, detachMessage, messageOf } from './queries.ts';

const DAY = 24 * 3_600_000;
const BATCH = 100;

/** Deletes a deal that was only asked for. Its message stays, without the question's buttons. */
export async function endAsked(ctx: DealContext, tx: Tx, { id }: Pick<DealRow, 'id'>): Promise<void> {
  const [message] = await messageOf(tx, id);
  await detachMessage(tx, id);
  if ((await deleteAsked(tx, id)).length === 0) throw new Error(`deal ${id} is not open`);
  if (message) await changeMessage(ctx.conversations, tx, message, {});
}

/**
 * Ends the open questions of a member, or only those between two members: one has blocked the other, or the account was
 * deleted.
 */
export async function endAskedOf(
  ctx: DealContext,
  tx: Tx,
  personId: string,
  otherId?: string,
): Promise<void> {
  for (const deal of await askedOf(tx, personId, otherId)) await endAsked(ctx, tx, deal);
}

/** Ends the questions that nobody has answered in 14 days, each in its own transaction. */
export async function expireAsked(ctx: DealContext, now = new Date()): Promise<void> {
  const { db } = ctx.conversations;
  const before = new Date(now.getTime() - DEAL_ASK_DAYS * DAY);
  for (;;) {
    const due = await db.read((conn) => askedBefore(conn, before, BATCH));
    for (const { id } of due) {
      await db.transact(async (tx) => {
        const deal = await lockOpen(tx, id);
        if (deal) await endAsked(ctx, tx, deal);
      });
    }
    if (due.length < BATCH) return;
  }
}
