import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import { INVITE_NEEDED, INVITE_REFUSALS, SIGN_UP_CLOSED } from '@selvedge/shared/instance/invite-texts';
import type { Config } from '../../config.ts';
import type { Conn, Tx } from '../../platform/db/database.ts';
import type { LiveSettings } from '../../platform/settings/follow-settings.ts';
import { hashSecret } from './hash-secret.ts';
import { countUse, findInvite, findInviteById } from './queries.ts';
import { stateOf } from './state.ts';

type SignUpMode = InstanceSettings['signUp'];

type Admitted = { inviteId: string | null } | { refusal: string };

export interface Admission {
  mode(): SignUpMode;
  /** Checks an invitation before an account exists. It is not counted yet. */
  check(conn: Conn, secret: string | undefined): Promise<Admitted>;
  /** The id of the invitation with this secret, whatever its state; null if there is none. */
  find(conn: Conn, secret: string): Promise<string | null>;
  /** Counts the use (null: none was needed). @returns why the account may not be confirmed; null if it may */
  use(tx: Tx, inviteId: string | null): Promise<string | null>;
}

const refusalOf = (row: Parameters<typeof stateOf>[0] | undefined): string | null => {
  const state = row ? stateOf(row) : 'unknown';
  return state === 'open' ? null : INVITE_REFUSALS[state];
};

interface AdmissionParts {
  config: { identity: Pick<Config['identity'], 'signupOpen'> };
  settings: Pick<LiveSettings, 'current'>;
}

/** `AUTH_SIGNUP=closed` closes sign-up, whatever the instance says. */
export function createAdmission({ config, settings }: AdmissionParts): Admission {
  const mode = () => (config.identity.signupOpen ? settings.current().signUp : 'closed');
  return {
    mode,
    async check(conn, secret) {
      if (mode() === 'open') return { inviteId: null };
      if (mode() === 'closed') return { refusal: SIGN_UP_CLOSED };
      if (!secret) return { refusal: INVITE_NEEDED };
      const invite = await findInvite(conn, hashSecret(secret));
      const refusal = refusalOf(invite);
      return invite && refusal === null ? { inviteId: invite.id } : { refusal: refusal ?? INVITE_NEEDED };
    },
    find: async (conn, secret) => (await findInvite(conn, hashSecret(secret)))?.id ?? null,
    async use(tx, inviteId) {
      if (mode() === 'open') return null;
      if (mode() === 'closed') return SIGN_UP_CLOSED;
      if (inviteId === null) return INVITE_NEEDED;
      const [used] = await countUse(tx, inviteId, new Date());
      return used ? null : refusalOf(await findInviteById(tx, inviteId));
    },
  };
}
