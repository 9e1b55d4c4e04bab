import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '../db/database.ts';
import type { Provider } from './context.ts';
import { insertLink } from './queries.ts';

const TOKEN_BYTES = 32;
const LIFETIME_MS = 60 * 60_000;

/** What is stored of a link: its token is known to the mail alone. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * Makes a link that confirms an address once, within the hour.
 * @param passwordHash the password that it activates; null when its page has to ask for one.
 */
export async function makeConfirmLink(
  { config }: Provider,
  tx: Tx,
  userId: string,
  passwordHash: string | null,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const now = new Date();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  await insertLink(tx, {
    hash: hashToken(token),
    userId,
    type: 'signup',
    passwordHash,
    expiresAt,
    createdAt: now,
  });
  return `${config.publicUrl}/auth/v1/verify?token=${token}&type=signup`;
}
