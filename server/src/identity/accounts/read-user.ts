import type { User } from '@selvedge/shared/members/users';
import { hidesOf, presentMember } from '../../members/public.ts';

import type { Actor } from '../../platform/core/actor.ts';
import { unauthorized } from '../../platform/core/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { findMe, findUnreadWarning, listIdentities } from '../queries.ts';

/** @throws unauthorized when the account no longer exists */
export async function readUser(db: Database, { id }: Pick<Actor, 'id'>): Promise<User> {
  const { row, identities, hides, warnings } = await db.read(async (conn) => ({
    row: await findMe(conn, id),
    identities: await listIdentities(conn, id),
    hides: await hidesOf(conn, id),
    warnings: await findUnreadWarning(conn, id),
  }));
  if (!row) throw unauthorized();
  const { account, member } = row;
  const discord = identities.find(({ provider }) => provider === 'discord');
  return {
    ...presentMember(member),
    email: account.email,
    ...(member.isUsernameGenerated && { isUsernameGenerated: true }),
    usernameLastChanged: member.usernameLastChanged?.toISOString() ?? null,
    createdAt: member.createdAt.toISOString(),
    updatedAt: member.updatedAt.toISOString(),
    discordId: discord?.subject ?? null,
    discordUsername: discord?.profile?.user_name ?? null,
    hidesPeople: hides.hasBlocks || hides.hasDismissals,
    ...(warnings.length > 0 && { hasWarning: true }),
    authProvider: identities[0]?.provider === 'discord' ? 'discord' : 'email',
    hasPassword: account.passwordHash !== null,
  };
}
