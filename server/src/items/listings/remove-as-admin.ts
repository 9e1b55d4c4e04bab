import { recordAdminAction } from '../../members/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { removeListingWithin } from './remove-listing.ts';

/** Removes a listing as an admin, and logs the admin action. @throws not_found, forbidden. */
export function removeAsAdmin(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  return ctx.db.transact(async (tx) => {
    const memberId = await removeListingWithin(ctx, tx, actor, id, 'removeAny');
    await recordAdminAction(tx, {
      adminId: actor.id,
      action: 'remove',
      subject: 'listing',
      subjectId: id,
      memberId,
      note: null,
    });
  });
}
