import { findInviteById } from '../../identity/public.ts';
import { recordAdminAction } from '../../members/public.ts';
import { notFound } from '../../platform/core/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { markRevoked } from './queries.ts';

/**
 * Revokes an invitation, and logs it. A repeat changes nothing.
 * @param adminId null for the operator on the command line
 * @throws not_found
 */
export function revokeInvite(db: Database, id: string, adminId: string | null): Promise<void> {
  return db.transact(async (tx) => {
    if (!(await findInviteById(tx, id))) throw notFound('Invitation not found');
    const [revoked] = await markRevoked(tx, id, new Date());
    if (!revoked) return;
    await recordAdminAction(tx, {
      ...{ adminId, action: 'revoke', subject: 'invite', subjectId: id, memberId: null },
      note: revoked.note || null,
    });
  });
}
