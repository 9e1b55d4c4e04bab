import { DEAL_ANSWER_DAYS } from '@selvedge/shared/platform/limits';
import { changeMessage } from '../../conversations/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';

import { AppError } from '../../platform/core/errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import { forEachDue } from '../../platform/jobs/for-each-due.ts';
import { lockOpen } from './lock-open.ts';
import {
  type DealRow,
  dealOfListing,
  deleteProposed,
  detachMessage,
  lockSoldListing,
  proposedBefore,
  proposedOf,
  proposedOfMessage,
  separatedDeals,
} from './queries.ts';

const DAY = 24 * 3_600_000;

/** Deletes a deal that is only proposed. Its message stays, without the question's buttons. */
export async function endProposed(ctx: Ctx, tx: Tx, { id }: Pick<DealRow, 'id'>): Promise<void> {
  const [message] = await detachMessage(tx, id);
  if ((await deleteProposed(tx, id)).length === 0) throw new Error(`deal ${id} is not open`);
  if (message) await changeMessage(ctx, tx, message, {});
}

/** @throws conflict once the deal is confirmed */
export async function endDealIfOnSale(ctx: Ctx, tx: Tx, listingId: string): Promise<void> {
  const [deal] = await dealOfListing(tx, listingId);
  if (!deal) return;
  const [listing] = await lockSoldListing(tx, listingId);
  if (!listing || listing.closedAt) return;
  if (deal.state === 'made') throw new AppError('conflict', 'They have already confirmed this deal.');
  await endProposed(ctx, tx, deal);
}

/** After a block between the two, or when the account is suspended or deleted. */
export async function endProposedOf(ctx: Ctx, tx: Tx, memberId: string, otherId?: string): Promise<void> {
  for (const { id } of await proposedOf(tx, memberId, otherId)) {
    // It may have been answered meanwhile.
    const deal = await lockOpen(tx, id);
    if (deal) await endProposed(ctx, tx, deal);
  }
}

export async function questionRemoved(ctx: Ctx, tx: Tx, messageId: string): Promise<void> {
  const [found] = await proposedOfMessage(tx, messageId);
  const deal = found && (await lockOpen(tx, found.id));
  if (deal) await endProposed(ctx, tx, deal);
}

export function expireProposed(ctx: Ctx, now = new Date()): Promise<void> {
  return forEachDue(
    ctx.db,
    (conn, limit) => proposedBefore(conn, new Date(now.getTime() - DEAL_ANSWER_DAYS * DAY), limit),
    async (tx, { id }) => {
      const deal = await lockOpen(tx, id);
      if (deal) await endProposed(ctx, tx, deal);
    },
  );
}

/** Usually they end at once; this finds those that began at the same moment. */
export function endSeparatedDeals(ctx: Ctx): Promise<void> {
  return forEachDue(ctx.db, separatedDeals, async (tx, { id }) => {
    const deal = await lockOpen(tx, id);
    if (deal) await endProposed(ctx, tx, deal);
  });
}
