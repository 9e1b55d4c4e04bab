import type { Invite } from '@selvedge/shared/instance/invites';
import { stateOf } from '../../identity/public.ts';
import { presentMember } from '../../members/public.ts';
import type { ListedInvite } from './queries.ts';

/** An invitation as admins get it. */
export function presentInvite({ invite, admin }: ListedInvite): Invite {
  return {
    id: invite.id,
    state: stateOf(invite),
    uses: invite.uses,
    used: invite.used,
    note: invite.note,
    admin: admin && presentMember(admin),
    expiresAt: invite.expiresAt.toISOString(),
    createdAt: invite.createdAt.toISOString(),
  };
}
