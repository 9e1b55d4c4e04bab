import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { NONCE_LASTS_MS, nonceMail } from '../../mail/templates.ts';
import { audit } from '../audit.ts';
import { AuthError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { lockAccount } from '../queries.ts';
import type { Asker } from '../request.ts';
import { markProven } from './mark-proven.ts';
import { countTry, deleteNonce, findNonce, putNonce } from './queries.ts';

const DIGITS = 6;
const TRIES = 5;

type Asked = Pick<Asker, 'sessionId' | 'account'>;

// With a key, or a copy of the database would yield the code: there are only a million.
const hashOf = ({ deriveKey }: Pick<Provider, 'deriveKey'>, { sessionId, account }: Asked, code: string) =>
  createHmac('sha256', deriveKey('nonces'))
    .update(`${sessionId} ${account.email} ${code}`)
    .digest('base64url');

/**
 * Mails a code to the address of the account, with which the person proves in this session that it is theirs.
 * @throws AuthError over_email_send_rate_limit
 */
export async function mailNonce(provider: Provider, asked: Asked, address: string): Promise<void> {
  const { db, limits, post } = provider;
  const { sessionId, account } = asked;
  await limits.take('mailPerAddress', address);
  await limits.take('nonceMailPerMinute', account.id);
  await limits.take('nonceMailPerHour', account.id);
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  await db.transact(async (tx) => {
    const expiresAt = new Date(Date.now() + NONCE_LASTS_MS);
    await putNonce(tx, { sessionId, hash: hashOf(provider, asked, code), tries: 0, expiresAt });
    await post(tx, nonceMail(account.email, code, provider.config.publicUrl));
  });
}

/**
 * Takes the mailed code as a proof, once.
 * @throws AuthError reauthentication_not_valid, over_request_rate_limit
 */
export async function proveByNonce(
  provider: Provider,
  asked: Asked,
  { nonce, address }: { nonce: string; address: string },
): Promise<void> {
  const { db, limits } = provider;
  const { sessionId, account } = asked;
  // Taken before the attempt, so that many at once cannot get past the limit.
  await limits.take('noncePerAccount', account.id);
  const hash = hashOf(provider, asked, nonce.trim());
  // The refusal is thrown only after the commit: the try that was counted must not be rolled back.
  const isRight = await db.transact(async (tx) => {
    // Locked first, as in whatever ends its sessions: tries are judged one after the other.
    await lockAccount(tx, account.id);
    const stored = await findNonce(tx, sessionId);
    if (!stored || stored.expiresAt <= new Date() || stored.tries >= TRIES) return false;
    if (!timingSafeEqual(Buffer.from(stored.hash), Buffer.from(hash))) {
      await countTry(tx, sessionId);
      await audit(tx, { action: 'proof_refused', userId: account.id, address });
      return false;
    }
    await deleteNonce(tx, sessionId);
    await markProven(tx, asked, address);
    return true;
  });
  if (!isRight) throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  await limits.giveBack('noncePerAccount', account.id);
}
