import type { ReportSubject } from '@selvedge/shared/safety/report-reasons';
import { putBackMessage, removeMessage } from '../../conversations/public.ts';
import { putBackVouch, removeVouch } from '../../deals/public.ts';
import { isSuspended } from '../../identity/public.ts';
import { putBackListing, putBackWanted, removeListingWithin, takeDownWanted } from '../../items/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { RemovedContent } from '../../platform/db/stored-photo.ts';

type Removable = Exclude<ReportSubject, 'user'>;
type TakeDown = (ctx: Ctx, tx: Tx, actor: Actor, id: string, reason: string) => Promise<unknown>;

interface Removed extends RemovedContent {
  id: string;
  ownerId: string;
}
type PutBack = (ctx: Ctx, tx: Tx, removed: Removed) => Promise<boolean>;

/** Permanent, for a reason that the owner reads. Throws not_found when the subject no longer exists. */
export const takeDown: Record<Removable, TakeDown> = {
  listing: (ctx, tx, actor, id) => removeListingWithin(ctx, tx, actor, id, 'removeAny', 'withheld'),
  wtb: (ctx, tx, _, id) => takeDownWanted(ctx, tx, id),
  message: (ctx, tx, _, id) => removeMessage(ctx, tx, id),
  vouch: (_ctx, tx, actor, id, reason) => removeVouch(tx, actor, { id, reason }),
};

/** Each returns whether it could bring back what `takeDown` removed. */
export const putBack: Record<Removable, PutBack> = {
  listing: async (ctx, tx, { ownerId, ...item }) =>
    putBackListing(ctx, tx, { ...item, isSuspended: await isSuspended(tx, ownerId) }),
  wtb: async (ctx, tx, { ownerId, ...item }) =>
    putBackWanted(ctx, tx, { ...item, isSuspended: await isSuspended(tx, ownerId) }),
  message: putBackMessage,
  vouch: (_, tx, removed) => putBackVouch(tx, removed),
};
