import { verify } from 'node:crypto';
import { SignJWT } from 'jose';
import * as z from 'zod';
import type { AuthMethod } from '../db/identity-tables.ts';
import type { KeyRing } from './key-ring.ts';

const AUDIENCE = 'authenticated';
const ALGORITHM = 'ES256';
const YEAR_SECONDS = 31_536_000;

/** `crit` names what a reader must understand, and there is nothing of that kind here. */
const Header = z.object({ alg: z.literal(ALGORITHM), kid: z.string(), crit: z.undefined().optional() });
const Claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  /** The refresh counter that this token came with. */
  rtc: z.int(),
  exp: z.int(),
  nbf: z.int().optional(),
  aal: z.string(),
});
export type Claims = z.output<typeof Claims>;

const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());

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
  const OwnClaims = Claims.extend({ iss: z.literal(issuer), aud: z.literal(AUDIENCE) });

  // In this thread: handing one signature to another costs more than checking it, and whole herds of sockets come at once.
  async function read(token: string, toleranceSeconds = 0): Promise<Claims> {
    const [header = '', payload = '', signature = '', ...others] = token.split('.');
    if (others.length > 0) throw new Error('not three parts');
    const { kid } = Header.parse(decode(header));
    const key = await keys.verifying(kid);
    if (!key) throw new Error('unknown kid');
    const signed = Buffer.from(`${header}.${payload}`);
    const options = { key, dsaEncoding: 'ieee-p1363' } as const;
    if (!verify('sha256', signed, options, Buffer.from(signature, 'base64url')))
      throw new Error('wrong signature');
    const { iss: _, aud: __, ...claims } = OwnClaims.parse(decode(payload));
    const now = Date.now() / 1000;
    if (claims.exp + toleranceSeconds <= now) throw new Error('its time is over');
    if (claims.nbf !== undefined && claims.nbf > now) throw new Error('its time has not come');
    return claims;
  }

  return {
    /** @returns the token and its end in seconds since the epoch. */
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
        .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(subject.userId)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key.privateKey);
      return { token, expiresAt };
    },

    /** Throws whatever is wrong with the token. */
    verify: (token: string): Promise<Claims> => read(token),

    /** Also takes a token whose time is over: enough to sign out with, and for nothing else. */
    verifyEnded: (token: string): Promise<Claims> => read(token, YEAR_SECONDS),
  };
}
export type AccessTokens = ReturnType<typeof createAccessTokens>;
