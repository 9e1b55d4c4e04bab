import { AuthError } from './auth-error.ts';

const METADATA_MAX_BYTES = 2 * 1024;

/**
 * What a person says of themselves, merged into what they said before; a null takes a key away. It grants nothing.
 * @throws AuthError validation_failed when it is no object or would be too large, as it travels in each token.
 */
export function mergeMetadata(before: Record<string, unknown>, data: unknown): Record<string, unknown> {
  if (data === undefined || data === null) return before;
  if (typeof data !== 'object' || Array.isArray(data)) {
    throw new AuthError(400, 'validation_failed', 'data must be an object');
  }
  const merged = Object.fromEntries(
    Object.entries({ ...before, ...data }).filter(([, value]) => value !== null),
  );
  if (Buffer.byteLength(JSON.stringify(merged)) > METADATA_MAX_BYTES) {
    throw new AuthError(400, 'validation_failed', 'data is too large');
  }
  return merged;
}
