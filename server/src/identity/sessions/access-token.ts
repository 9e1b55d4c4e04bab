import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { createBoundedCache } from '../../cache/bounded-cache.ts';
import type { AuthMethod } from '../../db/identity-tables.ts';
import type { KeyRing } from './key-ring.ts';

const AUDIENCE = 'authenticated';

const Claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  /** The refresh counter that this token was issued with. */
  rtc: z.int(),
  exp: z.int(),
  aal: z.string(),
});
export type Claims = z.output<typeof Claims>;

export interface Subject {
  userId: string;
  email: string;
  appMetadata: object;
  userMetadata: object;
  sessionId: string;
  counter: number;
  aal: string;
  amr: AuthMethod[];
}

/** Signs and checks access tokens: ES256 only, of this issuer, for this audience. */
export function createAccessTokens(keys: KeyRing, issuer: string, ttlSeconds: number) {
  /** A cache of verified tokens, so that a signature is not checked again on each request. */
  const verified = createBoundedCache<Claims>();

  async function read(token: string, options: { clockTolerance?: string } = {}): Promise<Claims> {
    const findKey = async ({ kid }: { kid?: string }) => {
      const key = await keys.verifying(kid);
      if (!key) throw new Error('unknown kid');
      return key;
    };
    const { payload } = await jwtVerify(token, findKey, {
      ...options,
      algorithms: ['ES256'],
      issuer,
      audience: AUDIENCE,
    });
    return Claims.parse(payload);
  }

  return {
    /** @returns the token and its expiry in seconds since the epoch. */
    async sign(subject: Subject): Promise<{ token: string; expiresAt: number }> {
      const key = keys.signing();
      const issuedAt = Math.floor(Date.now() / 1000);
      const expiresAt = issuedAt + ttlSeconds;
      const token = await new SignJWT({
        email: subject.email,
        phone: '',
        role: AUDIENCE,
        app_metadata: subject.appMetadata,
        user_metadata: subject.userMetadata,
        session_id: subject.sessionId,
        aal: subject.aal,
        amr: subject.amr,
        is_anonymous: false,
        rtc: subject.counter,
      })
        .setProtectedHeader({ alg: 'ES256', kid: key.kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(subject.userId)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key.privateKey);
      verified.set(token, {
        sub: subject.userId,
        session_id: subject.sessionId,
        rtc: subject.counter,
        exp: expiresAt,
        aal: subject.aal,
      });
      return { token, expiresAt };
    },

    /** Throws when anything about the token is invalid. */
    async verify(token: string): Promise<Claims> {
      const known = verified.get(token);
      if (known && known.exp * 1000 > Date.now()) return known;
      verified.delete(token);
      const claims = await read(token);
      verified.set(token, claims);
      return claims;
    },

    /** Also accepts an expired token: valid for signing out only. */
    verifyEnded: (token: string): Promise<Claims> => read(token, { clockTolerance: '1 year' }),
  };
}
export type AccessTokens = ReturnType<typeof createAccessTokens>;
