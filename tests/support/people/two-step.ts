import { decodeBase32IgnorePadding } from '@oslojs/encoding';
import { GoTrueClient } from '@supabase/auth-js';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { codeAt, stepAt } from '../../../server/src/identity/factors/totp.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { updateRows } from '../data/rows.ts';
import { PASSWORD } from './account.ts';

/** A factor's code this many 30-second steps from now, as an authenticator app shows it. */
export const codeOf = (secret: string, steps = 0) =>
  codeAt(decodeBase32IgnorePadding(secret), stepAt(new Date()) + steps);

/** The unmodified client, with the calls that it considers experimental. */
export const clientOf = (url: string) =>
  new GoTrueClient({
    url: `${url}/auth/v1`,
    persistSession: false,
    autoRefreshToken: false,
    experimental: { recoveryCodes: true },
  });

export const tokenOf = async (auth: GoTrueClient) =>
  (await auth.getSession()).data.session?.access_token ?? '';

/** Turns two-step sign-in on in a session. */
export async function addFactor(auth: GoTrueClient, db: Database, friendlyName = '') {
  const { data: factor, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  const { secret } = factor.totp;
  const verified = await auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(secret) });
  if (verified.error) throw verified.error;
  // Resets the last step, so that the code of this step can be used again.
  await updateRows(db, 'authFactors', { lastStep: 0 }, { id: factor.id });
  return { factorId: factor.id, secret };
}

/** Signs in with the password alone, in a separate session. */
export async function signInAgain(url: string, email: string, password = PASSWORD) {
  const auth = clientOf(url);
  const { data, error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { auth, session: data.session };
}

/** Backdates the proofs of a member's sessions beyond the five minutes of their validity. */
export const ageProofs = (db: Database, userId: string, ms = 301_000) =>
  db.transact(({ q, t: { authSessions: s } }) =>
    q
      .update(s)
      .set({ provenAt: new Date(Date.now() - ms) })
      .where(and(eq(s.userId, userId), isNotNull(s.provenAt)))
      .returning(),
  );

/** A member's audit entries, with counts. */
export async function auditOf(db: Database, userId: string): Promise<Record<string, number>> {
  const rows = await db.read(({ q, t: { authAudit: a } }) =>
    q
      .select({ action: a.action, times: sql<number>`count(*)`.mapWith(Number) })
      .from(a)
      .where(eq(a.userId, userId))
      .groupBy(a.action),
  );
  return Object.fromEntries(rows.map(({ action, times }) => [action, times]));
}

/** The six-digit code in a mail. */
export const codeInMail = (mail = ''): string => /^(\d{6})\r?$/m.exec(mail)?.[1] ?? '';
