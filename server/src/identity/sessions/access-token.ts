import { hash } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { createBoundedCache } from '../../platform/cache/bounded-cache.ts';
import type { KeyRing } from './key-ring.ts';
import type { AuthMethod } from './tables.ts';

const AUDIENCE = 'authenticated';

const Claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  /** The refresh counter that this token was issued with. */
  rtc: z.int(),
  exp: z.int(),
  aal: z.string(),
});
type Claims = z.output<typeof Claims>;

interface Subject {
  userId: string;
  email: string;
  appMetadata: object;
  userMetadata: object;
  sessionId: string;
  counter: number;
  aal: string;
  amr: AuthMethod[];
}

const Unverified = Claims.extend({ iss: z.string(), kid: z.string() });

const decodePart = (part = '') =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

/** What a token claims. Nothing of it is verified. @throws if the token does not have the form of ours */
function decode(token: string) {
  const [header, payload] = token.split('.');
  return Unverified.parse({ ...decodePart(payload), kid: decodePart(header).kid });
}

export function hashOf(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** Finds the hash of the session's token whose signature was verified; null if there is none. */
type FindHash = (sessionId: string) => Promise<string | null>;

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

  /** Recognizes a token verified before or elsewhere: checking its signature is a quarter of a reconnect. */
  async function recognize(token: string, findHash: FindHash): Promise<Claims | null> {
    try {
      const claims = decode(token);
      const isCurrent = claims.iss === issuer && claims.exp * 1000 > Date.now();
      if (!isCurrent || !(await keys.verifying(claims.kid))) return null;
      return (await findHash(claims.session_id)) === hashOf(token) ? claims : null;
    } catch {
      return null;
    }
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
    async verify(token: string, findHash: FindHash = async () => null): Promise<Claims> {
      const known = verified.get(token);
      if (known && known.exp * 1000 > Date.now()) return known;
      verified.delete(token);
      const claims = (await recognize(token, findHash)) ?? (await read(token));
      verified.set(token, claims);
      return claims;
    },

    /** Also accepts an expired token: valid for signing out only. */
    verifyEnded: (token: string): Promise<Claims> => read(token, { clockTolerance: '1 year' }),
  };
}
export type AccessTokens = ReturnType<typeof createAccessTokens>;
