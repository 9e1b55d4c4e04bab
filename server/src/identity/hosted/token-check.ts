import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import * as z from 'zod';
import { createBoundedCache } from '../../cache/bounded-cache.ts';
import { unauthorized } from '../../core/errors.ts';
import { unreachable } from './unreachable.ts';

const AUDIENCE = 'authenticated';
/** Algorithms with public keys; never one with a shared secret. */
const ALGORITHMS = ['ES256', 'RS256', 'EdDSA'];
const JWKS_CACHE_MS = 10 * 60_000;
const ASKED_CACHE_MS = 60_000;
/** Errors of the library that are about reaching the provider and not about the token. */
const UNREACHED = ['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC'];

const Claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  /** Seconds since the epoch. */
  exp: z.int(),
  /** The level that the session has proven; one factor where the provider does not say. */
  aal: z.string().default('aal1'),
  is_anonymous: z.literal(false).optional(),
  /** How the member has signed in, and when, in seconds since the epoch. */
  amr: z
    .array(z.object({ timestamp: z.int() }))
    .default([])
    .catch([]),
});
export type HostedClaims = z.output<typeof Claims>;

interface CheckParts {
  /** The provider's address up to `/auth/v1`, which is its issuer too. */
  base: string;
  key: string;
  user(token: string): Promise<{ id: string }>;
}

const parseClaims = (payload: unknown): HostedClaims => {
  const parsed = Claims.safeParse(payload);
  if (!parsed.success) throw unauthorized();
  return parsed.data;
};

function readUnproven(token: string) {
  try {
    return { alg: decodeProtectedHeader(token).alg, payload: decodeJwt(token) };
  } catch {
    throw unauthorized();
  }
}

export interface TokenCheck {
  /** @throws unauthorized; unavailable when the provider has to be asked and does not answer. */
  verify(token: string): Promise<HostedClaims>;
  /**
   * Also accepts an expired token, and one of a session that the provider has just ended: enough to sign out with.
   * @throws as `verify`
   */
  verifyEnded(token: string): Promise<HostedClaims>;
}

/** Checks access tokens of a hosted provider: by its public keys, or by asking it where it signs with a secret. */
export function createTokenCheck({ base, key, user }: CheckParts): TokenCheck {
  const keys = createRemoteJWKSet(new URL(`${base}/.well-known/jwks.json`), {
    cacheMaxAge: JWKS_CACHE_MS,
    headers: { apikey: key },
  });
  const verified = createBoundedCache<{ claims: HostedClaims; until: number }>();

  async function byKey(token: string, options: { clockTolerance?: string } = {}): Promise<HostedClaims> {
    const { payload } = await jwtVerify(token, keys, {
      ...options,
      algorithms: ALGORITHMS,
      issuer: base,
      audience: AUDIENCE,
    }).catch((error: unknown) => {
      const isOfToken = error instanceof errors.JOSEError && !UNREACHED.includes(error.code);
      throw isOfToken ? unauthorized() : unreachable(error);
    });
    return parseClaims(payload);
  }

  async function byAsking(token: string, payload: ReturnType<typeof decodeJwt>): Promise<HostedClaims> {
    const claims = parseClaims(payload);
    const isFitting = payload.iss === base && [payload.aud].flat().includes(AUDIENCE);
    if (!isFitting || claims.exp * 1000 <= Date.now()) throw unauthorized();
    // The provider accepts the token, so its claims are what the provider wrote.
    if ((await user(token)).id !== claims.sub) throw unauthorized();
    return claims;
  }

  return {
    async verify(token) {
      const known = verified.get(token);
      if (known && known.until > Date.now()) return known.claims;
      verified.delete(token);
      const { alg, payload } = readUnproven(token);
      const isAsked = alg === 'HS256';
      const claims = isAsked ? await byAsking(token, payload) : await byKey(token);
      const ends = claims.exp * 1000;
      verified.set(token, {
        claims,
        until: isAsked ? Math.min(ends, Date.now() + ASKED_CACHE_MS) : ends,
      });
      return claims;
    },
    async verifyEnded(token) {
      const { alg, payload } = readUnproven(token);
      // The provider no longer vouches for a token of an ended session. Its session id is as unguessable as the token.
      return alg === 'HS256' ? parseClaims(payload) : byKey(token, { clockTolerance: '1 year' });
    },
  };
}
