import { randomBytes } from 'node:crypto';
import { INVITE_PARAM } from '@selvedge/shared/instance/invite-texts';
import type { NewInvite } from '@selvedge/shared/instance/invites';
import { v7 as uuidv7 } from 'uuid';
import { hashSecret, type InviteRow } from '../../identity/public.ts';

import { recordAdminAction } from '../../members/public.ts';
import type { Database } from '../../platform/db/database.ts';
import { insertInvite } from './queries.ts';

const SECRET_BYTES = 24;
const DAY_MS = 86_400_000;

/**
 * Creates an invitation, and logs it.
 * @param adminId null for the operator on the command line
 * @returns its row, and its link, of which only the hash is stored
 */
export async function createInvite(
  { db, publicUrl }: { db: Database; publicUrl: string },
  { uses, days, note }: NewInvite,
  adminId: string | null,
): Promise<{ invite: InviteRow; link: string }> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const createdAt = new Date();
  const invite: InviteRow = {
    ...{ id: uuidv7(), hash: hashSecret(secret), uses, used: 0, note, createdBy: adminId },
    expiresAt: new Date(createdAt.getTime() + days * DAY_MS),
    revokedAt: null,
    createdAt,
  };
  await db.transact(async (tx) => {
    await insertInvite(tx, invite);
    const terms = `${uses === 1 ? '1 account' : `${uses} accounts`}, ${days === 1 ? '1 day' : `${days} days`}`;
    await recordAdminAction(tx, {
      ...{ adminId, action: 'create', subject: 'invite', subjectId: invite.id, memberId: null },
      note: note ? `${terms}: ${note}` : terms,
    });
  });
  return { invite, link: `${publicUrl}/login?${INVITE_PARAM}=${secret}` };
}
