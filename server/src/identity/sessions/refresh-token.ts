import { createHmac, timingSafeEqual } from 'node:crypto';
import { parse as parseUuid, stringify as stringifyUuid } from 'uuid';
import type { DeriveKey } from '../../platform/core/secret.ts';

const ID_BYTES = 16;
const COUNTER_BYTES = 4;
const BODY_BYTES = ID_BYTES + COUNTER_BYTES;
const TAG_BYTES = 32;

/** The content of a refresh token, not yet verified. */
export interface RefreshClaim {
  sessionId: string;
  counter: number;
}

function tag(body: Uint8Array, salt: string, deriveKey: DeriveKey): Buffer {
  const key = deriveKey('refresh tokens', Buffer.from(salt, 'base64url'));
  return createHmac('sha256', key).update(body).digest();
}

/** Adds an HMAC-SHA256 by the instance's secret and the session's salt: recomputable, so it is not stored. */
export function makeRefreshToken(
  { sessionId, counter }: RefreshClaim,
  salt: string,
  deriveKey: DeriveKey,
): string {
  const body = Buffer.alloc(BODY_BYTES);
  body.set(parseUuid(sessionId));
  body.writeUInt32BE(counter, ID_BYTES);
  return Buffer.concat([body, tag(body, salt, deriveKey)]).toString('base64url');
}

/** Decodes a token without verifying it; null when it is malformed. */
export function readRefreshToken(token: string): RefreshClaim | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== BODY_BYTES + TAG_BYTES) return null;
  try {
    return { sessionId: stringifyUuid(bytes.subarray(0, ID_BYTES)), counter: bytes.readUInt32BE(ID_BYTES) };
  } catch {
    return null;
  }
}

/** Whether this instance issued the token for a session with this salt. */
export function isGenuine(token: string, salt: string, deriveKey: DeriveKey): boolean {
  const bytes = Buffer.from(token, 'base64url');
  return timingSafeEqual(bytes.subarray(BODY_BYTES), tag(bytes.subarray(0, BODY_BYTES), salt, deriveKey));
}
