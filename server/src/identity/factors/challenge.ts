import { v4 as uuidv4 } from 'uuid';
import { AuthError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { findFactor, insertChallenge } from './queries.ts';

const LIFETIME_MS = 5 * 60_000;

export function factorNotFound() {
  return new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
}

/** @returns `expires_at` in seconds since the epoch. @throws AuthError mfa_factor_not_found */
export async function challenge(
  { db }: Provider,
  userId: string,
  factorId: string,
): Promise<{ id: string; type: 'totp'; expires_at: number }> {
  const id = uuidv4();
  const expiresAt = new Date(Date.now() + LIFETIME_MS);
  await db.transact(async (tx) => {
    const factor = await findFactor(tx, userId, factorId);
    if (!factor) throw factorNotFound();
    await insertChallenge(tx, { id, factorId: factor.id, tries: 0, expiresAt });
  });
  return { id, type: 'totp', expires_at: Math.floor(expiresAt.getTime() / 1000) };
}
