import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import * as z from 'zod';
import { createBoundedCache } from '../../platform/cache/bounded-cache.ts';
import { unauthorized } from '../../platform/core/errors.ts';
import { unreachable } from './unreachable.ts';

const AUDIENCE = 'authenticated';
/** Public-key algorithms only; never a shared secret. */
const ALGORITHMS = ['ES256', 'RS256', 'EdDSA'];
const JWKS_CACHE_MS = 10 * 60_000;
const REMOTE_CACHE_MS = 60_000;
/** Errors of the library that mean the provider is unreachable, not that the token is bad. */
const UNREACHABLE_CODES = ['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC'];

const Claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  /** Seconds since the epoch. */
  exp: z.int(),
  /** The level that the session has proven; one factor when the provider does not say. */
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
  /** The provider's address up to `/auth/v1`, which is also its issuer. */
  base: string;
  key: string;
  user(token: string): Promise<{ id: string }>;
}

const parseClaims = (payload: unknown): HostedClaims => {
  const parsed = Claims.safeParse(payload);
  if (!parsed.success) throw unauthorized();
  return parsed.data;
};

function decodeUnverified(token: string) {
  try {
    return { alg: decodeProtectedHeader(token).alg, payload: decodeJwt(token) };
  } catch {
    throw unauthorized();
  }
}

export interface TokenCheck {
  /** @throws unauthorized; unavailable when the provider is needed and does not respond. */
  verify(token: string): Promise<HostedClaims>;
  /** Also accepts an expired token, or one of a session that the provider ended: enough to sign out. */
  verifyEnded(token: string): Promise<HostedClaims>;
}

/** Checks tokens by the provider's public keys, or by a request to it if it signs with a secret. */
export function createTokenCheck({ base, key, user }: CheckParts): TokenCheck {
  const keys = createRemoteJWKSet(new URL(`${base}/.well-known/jwks.json`), {
    cacheMaxAge: JWKS_CACHE_MS,
    headers: { apikey: key },
  });
  const verified = createBoundedCache<{ claims: HostedClaims; until: number }>();

  async function verifyByKey(
    token: string,
    options: { clockTolerance?: string } = {},
  ): Promise<HostedClaims> {
    const { payload } = await jwtVerify(token, keys, {
      ...options,
      algorithms: ALGORITHMS,
      issuer: base,
      audience: AUDIENCE,
    }).catch((error: unknown) => {
      const isOfToken = error instanceof errors.JOSEError && !UNREACHABLE_CODES.includes(error.code);
      throw isOfToken ? unauthorized() : unreachable(error);
    });
    return parseClaims(payload);
  }

  async function verifyRemotely(token: string, payload: ReturnType<typeof decodeJwt>): Promise<HostedClaims> {
    const claims = parseClaims(payload);
    const isExpected = payload.iss === base && [payload.aud].flat().includes(AUDIENCE);
    if (!isExpected || claims.exp * 1000 <= Date.now()) throw unauthorized();
    // If the provider accepts the token, the claims are genuine.
    if ((await user(token)).id !== claims.sub) throw unauthorized();
    return claims;
  }

  return {
    async verify(token) {
      const known = verified.get(token);
      if (known && known.until > Date.now()) return known.claims;
      verified.delete(token);
      const { alg, payload } = decodeUnverified(token);
      const isRemote = alg === 'HS256';
      const claims = isRemote ? await verifyRemotely(token, payload) : await verifyByKey(token);
      const ends = claims.exp * 1000;
      verified.set(token, {
        claims,
        until: isRemote ? Math.min(ends, Date.now() + REMOTE_CACHE_MS) : ends,
      });
      return claims;
    },
    async verifyEnded(token) {
      const { alg, payload } = decodeUnverified(token);
      // The provider no longer vouches for an ended session's token, but its session id is as unguessable as
      // the token.
      return alg === 'HS256' ? parseClaims(payload) : verifyByKey(token, { clockTolerance: '1 year' });
    },
  };
}
