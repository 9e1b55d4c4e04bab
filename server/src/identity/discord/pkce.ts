import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { DeriveKey } from '../secret.ts';

const SECRET_BYTES = 32;

/** A secret of 256 bits: a state, a code, or what binds a browser. */
export const makeSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** What is stored of a secret, and what a PKCE challenge is of its verifier (S256, RFC 7636). */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Compares what two secrets hash to. */
export const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Our own verifier towards Discord: drawn from the state, so that it is stored nowhere. */
export const discordVerifier = (deriveKey: DeriveKey, state: string): string =>
  createHmac('sha256', deriveKey('discord verifiers')).update(state).digest('base64url');
