import type { OwnVouch, WriteVouch } from '@selvedge/shared/deals/vouches';
import { VOUCH_BLIND_DAYS, VOUCH_DAYS } from '@selvedge/shared/platform/limits';
import { v7 as uuidv7 } from 'uuid';
import { findBlock } from '../../members/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError, notFound } from '../../platform/core/errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import { presentOwnVouch } from './present.ts';
import { insertVouch, lockMadeDeal, updateVouch, type VouchRow, vouchesOfDeal } from './queries.ts';

const DAY = 24 * 3_600_000;

/** @throws not_found if the actor has made no such deal; conflict after 60 days */
async function lockVouchable(tx: Tx, actor: Actor, dealId: string) {
  const [deal] = await lockMadeDeal(tx, dealId);
  // After the lock: the other member may have released both vouches meanwhile.
  const now = new Date();
  const isParty = deal && (deal.buyerId === actor.id || deal.sellerId === actor.id);
  if (!isParty || !deal.madeAt) throw notFound('Deal not found');
  if (deal.madeAt.getTime() + VOUCH_DAYS * DAY <= now.getTime()) {
    throw new AppError('conflict', `You can vouch for ${VOUCH_DAYS} days after a deal.`);
  }
  return { subjectId: deal.buyerId === actor.id ? deal.sellerId : deal.buyerId, now };
}

type Written = Pick<VouchRow, 'writerId' | 'subjectId' | 'text'>;

const newVouch = (dealId: string, writerId: string, subjectId: string) => ({
  ...{ id: uuidv7(), dealId, writerId, subjectId },
  ...{ answer: null, answeredAt: null, removedAt: null, removalReason: null, announcedAt: null },
});

const BLOCKED = {
  text: "You can rate this deal, without a text: you can't write about this person.",
  edit: "A vouch can't be changed while one of you has blocked the other.",
};

/** After a block, a member can give a rating, once, and says nothing. @throws forbidden */
async function requireSilenceIfBlocked(tx: Tx, own: VouchRow | undefined, wanted: Written): Promise<void> {
  if ((await findBlock(tx, wanted.writerId, wanted.subjectId)) === null) return;
  if (own) throw new AppError('forbidden', BLOCKED.edit);
  if (wanted.text !== null) throw new AppError('forbidden', BLOCKED.text);
}

/**
 * Both vouches become public once both are written, or each 14 days after it was written, so that neither
 * answers the other. Until then they can be changed.
 * @throws not_found; conflict after 60 days, or once public; forbidden after a block, except a first rating
 * without a text
 */
export function writeVouch(
  { db }: Pick<Ctx, 'db'>,
  actor: Actor,
  dealId: string,
  { rating, text }: WriteVouch,
): Promise<OwnVouch> {
  return db.transact(async (tx) => {
    const { subjectId, now } = await lockVouchable(tx, actor, dealId);
    const both = await vouchesOfDeal(tx, dealId);
    const own = both.find(({ writerId }) => writerId === actor.id);
    const other = both.find(({ writerId }) => writerId !== actor.id);
    if (own?.removedAt) throw new AppError('conflict', 'An admin has removed this vouch.');
    if (own && own.releasesAt <= now) {
      throw new AppError('conflict', 'This vouch is public and can no longer be changed.');
    }
    // A retry after a lost response.
    if (own && own.rating === rating && own.text === text) return presentOwnVouch(own);
    await requireSilenceIfBlocked(tx, own, { writerId: actor.id, subjectId, text });
    const vouch: VouchRow = {
      ...(own ?? newVouch(dealId, actor.id, subjectId)),
      ...{ rating, text, writtenAt: own?.writtenAt ?? now },
      releasesAt: other ? now : (own?.releasesAt ?? new Date(now.getTime() + VOUCH_BLIND_DAYS * DAY)),
    };
    await (own ? updateVouch(tx, own.id, vouch) : insertVouch(tx, vouch));
    if (other && other.releasesAt > now) await updateVouch(tx, other.id, { releasesAt: now });
    return presentOwnVouch(vouch);
  });
}
