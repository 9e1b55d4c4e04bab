import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { DeriveKey } from '../../platform/core/secret.ts';

const SECRET_BYTES = 32;

/** A 256-bit secret: a state, a code, or the value that binds a flow to a browser. */
export function makeSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The form in which secrets are stored; also derives a PKCE challenge from its verifier (S256, RFC 7636). */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Compares the hashes of two secrets in constant time. */
export function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

/** A flow's secret, such as its PKCE verifier: derived from the state, so that it need not be stored. */
export function derivedFrom(state: string, deriveKey: DeriveKey, purpose: string): string {
  return createHmac('sha256', deriveKey(purpose)).update(state).digest('base64url');
}
