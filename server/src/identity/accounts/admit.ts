import { INVITE_PARAM } from '@selvedge/shared/instance/invite-texts';
import type { Conn, Tx } from '../../platform/db/database.ts';
import { AuthError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import type { AccountRow } from '../queries.ts';

const refused = (message: string) => new AuthError(422, 'signup_disabled', message);

/**
 * The id of the invitation that admits a newcomer; null if they need none. A wrong one counts as a guess.
 * @throws AuthError signup_disabled, over_request_rate_limit
 */
export async function requireAdmission(
  { admission, db, limits }: Pick<Provider, 'admission' | 'db' | 'limits'>,
  secret: string | undefined,
  address: string,
): Promise<string | null> {
  if (secret !== undefined) await limits.take('invitePerAddress', address);
  const admitted = await db.read((conn: Conn) => admission.check(conn, secret));
  if ('refusal' in admitted) throw refused(admitted.refusal);
  if (secret !== undefined) await limits.refund('invitePerAddress', address);
  return admitted.inviteId;
}

/**
 * The invitation that someone takes along to another provider, whatever its state: it matters only if they
 * have no account, and the refusal is then exact. A wrong one counts against guessing.
 * @throws AuthError over_request_rate_limit
 */
export async function findTakenInvite(
  { admission, db, limits }: Pick<Provider, 'admission' | 'db' | 'limits'>,
  secret: string,
  address: string,
): Promise<string | null> {
  await limits.take('invitePerAddress', address);
  const inviteId = await db.read((conn: Conn) => admission.find(conn, secret));
  if (inviteId !== null) await limits.refund('invitePerAddress', address);
  return inviteId;
}

/** Called in the transaction that confirms the account's address. @throws AuthError signup_disabled */
export async function useInvite(
  { admission }: Pick<Provider, 'admission'>,
  tx: Tx,
  { inviteId }: Pick<AccountRow, 'inviteId'>,
): Promise<void> {
  const refusal = await admission.use(tx, inviteId);
  if (refusal !== null) throw refused(refusal);
}

/** Separates the invitation from the metadata: the unmodified client has no other field for it. */
export function takeInvite(data: unknown): { invite?: string | undefined; data: unknown } {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return { data };
  const { [INVITE_PARAM]: invite, ...rest } = data as Record<string, unknown>;
  return typeof invite === 'string' ? { invite, data: rest } : { data };
}
