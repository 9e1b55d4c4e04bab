import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { NONCE_LASTS_MS, nonceMail } from '../../platform/mail/templates.ts';
import { audit } from '../audit.ts';
import { AuthError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { lockAccount } from '../queries.ts';
import type { Caller } from '../request.ts';
import { markProven } from './mark-proven.ts';
import { countTry, deleteNonce, findNonce, putNonce } from './queries.ts';

const DIGITS = 6;
const TRIES = 5;

type Requester = Pick<Caller, 'sessionId' | 'account'>;

// Keyed: there are only a million codes, so an unkeyed hash in a copy of the database would reveal the code.
const hashOf = (
  { deriveKey }: Pick<Provider, 'deriveKey'>,
  { sessionId, account }: Requester,
  code: string,
) =>
  createHmac('sha256', deriveKey('nonces'))
    .update(`${sessionId} ${account.email} ${code}`)
    .digest('base64url');

/** Mails a code to the account's address. @throws AuthError over_email_send_rate_limit */
export async function mailNonce(provider: Provider, requester: Requester, address: string): Promise<void> {
  const { db, limits, post } = provider;
  const { sessionId, account } = requester;
  await limits.take('mailPerAddress', address);
  await limits.take('nonceMailPerMinute', account.id);
  await limits.take('nonceMailPerHour', account.id);
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  await db.transact(async (tx) => {
    const expiresAt = new Date(Date.now() + NONCE_LASTS_MS);
    await putNonce(tx, { sessionId, hash: hashOf(provider, requester, code), tries: 0, expiresAt });
    await post(tx, nonceMail(account.email, code, provider.config.publicUrl));
  });
}

/** Accepts the mailed code once. @throws AuthError reauthentication_not_valid, over_request_rate_limit */
export async function proveByNonce(
  provider: Provider,
  requester: Requester,
  { nonce, address }: { nonce: string; address: string },
): Promise<void> {
  const { db, limits } = provider;
  const { sessionId, account } = requester;
  // Charged before the attempt, so that parallel attempts cannot exceed the limit.
  await limits.take('noncePerAccount', account.id);
  const hash = hashOf(provider, requester, nonce.trim());
  // The error is thrown only after the commit: the counted try must not be rolled back.
  const isCorrect = await db.transact(async (tx) => {
    // Lock the account first, like all code that ends its sessions; tries are then checked one at a time.
    await lockAccount(tx, account.id);
    const stored = await findNonce(tx, sessionId);
    if (!stored || stored.expiresAt <= new Date() || stored.tries >= TRIES) return false;
    if (!timingSafeEqual(Buffer.from(stored.hash), Buffer.from(hash))) {
      await countTry(tx, sessionId);
      await audit(tx, { action: 'proof_refused', userId: account.id, address });
      return false;
    }
    await deleteNonce(tx, sessionId);
    await markProven(tx, requester, address);
    return true;
  });
  if (!isCorrect) throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  await limits.refund('noncePerAccount', account.id);
}
