import { recordAdminAction } from '../../members/public.ts';
import type { Acting } from './context.ts';
import { removeListing } from './remove-listing.ts';

/** Removes a listing as an admin, and logs the admin action. @throws not_found, forbidden. */
export async function removeAsAdmin(acting: Acting, id: string): Promise<void> {
  const personId = await removeListing(acting, id, 'removeAny');
  await recordAdminAction(acting.tx, {
    adminId: acting.actor.id,
    action: 'remove',
    subject: 'listing',
    subjectId: id,
    personId,
    note: null,
  });
}
