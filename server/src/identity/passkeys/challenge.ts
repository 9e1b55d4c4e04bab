import { v4 as uuidv4 } from 'uuid';
import * as z from 'zod';
import { AuthError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { insertChallenge, takeChallenge } from './queries.ts';
import { CHALLENGE_MS } from './relying-party.ts';
import type { PasskeyPurpose } from './tables.ts';

/** What a challenge may be used for, and by which session; null for a sign-in. */
interface Use {
  purpose: PasskeyPurpose;
  sessionId: string | null;
}

interface Opened<T> {
  challenge_id: string;
  options: T;
  /** Seconds since the epoch. */
  expires_at: number;
}

/** Stores the challenge in a ceremony's options: it works once, within five minutes, for this use only. */
export async function openChallenge<T extends { challenge: string }>(
  { db }: Provider,
  use: Use,
  options: T,
): Promise<Opened<T>> {
  const id = uuidv4();
  const expiresAt = new Date(Date.now() + CHALLENGE_MS);
  await db.transact((tx) => insertChallenge(tx, { id, challenge: options.challenge, ...use, expiresAt }));
  return { challenge_id: id, options, expires_at: Math.floor(expiresAt.getTime() / 1000) };
}

/** Works once, right or wrong. @throws AuthError webauthn_challenge_not_found, webauthn_challenge_expired */
export async function useChallenge({ db }: Provider, id: unknown, use: Use): Promise<string> {
  const uuid = z.uuid().safeParse(id).data;
  const taken = uuid && (await db.transact((tx) => takeChallenge(tx, { id: uuid, ...use })));
  if (!taken) {
    throw new AuthError(400, 'webauthn_challenge_not_found', 'Challenge not found or already used');
  }
  if (taken.expiresAt <= new Date()) {
    throw new AuthError(400, 'webauthn_challenge_expired', 'That took too long. Please try again.');
  }
  return taken.challenge;
}
