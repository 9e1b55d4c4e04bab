import type { InviteState } from '@selvedge/shared/instance/invite-texts';
import type { Invite } from '@selvedge/shared/instance/invites';
import { presentPerson } from '../../members/present.ts';
import type { InviteRow, ListedInvite } from './queries.ts';

/** What an invitation can do at this moment. */
export function stateOf({ revokedAt, used, uses, expiresAt }: InviteRow, now = new Date()): InviteState {
  if (revokedAt) return 'revoked';
  if (used >= uses) return 'used';
  return expiresAt <= now ? 'expired' : 'open';
}

/** An invitation as admins get it. */
export const presentInvite = ({ invite, admin }: ListedInvite): Invite => ({
  id: invite.id,
  state: stateOf(invite),
  uses: invite.uses,
  used: invite.used,
  note: invite.note,
  admin: admin && presentPerson(admin),
  expiresAt: invite.expiresAt.toISOString(),
  createdAt: invite.createdAt.toISOString(),
});
