import type { InviteState } from '@selvedge/shared/instance/invite-texts';
import type { InviteRow } from './queries.ts';

export function stateOf({ revokedAt, used, uses, expiresAt }: InviteRow, now = new Date()): InviteState {
  if (revokedAt) return 'revoked';
  if (used >= uses) return 'used';
  return expiresAt <= now ? 'expired' : 'open';
}
