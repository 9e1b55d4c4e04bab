import { AuthError } from './auth-error.ts';

const METADATA_MAX_BYTES = 2 * 1024;

/** What both databases can hold: PostgreSQL takes neither a zero nor half of a surrogate pair. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** As it is stored; null when it cannot be: too deep, or with text that no database holds. */
function asJson(data: object): string | null {
  let isAllStorable = true;
  try {
    const json = JSON.stringify(data, (key, value: unknown) => {
      isAllStorable &&= isStorable(key) && (typeof value !== 'string' || isStorable(value));
      return value;
    });
    return isAllStorable ? json : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * What a person says of themselves, merged into what they said before; a null takes a key away. It grants nothing.
 * @throws AuthError validation_failed when it is no object, cannot be stored, or would be too large, as it travels in
 * each token.
 */
export function mergeMetadata(before: Record<string, unknown>, data: unknown): Record<string, unknown> {
  if (data === undefined || data === null) return before;
  if (typeof data !== 'object' || Array.isArray(data)) {
    throw new AuthError(400, 'validation_failed', 'data must be an object');
  }
  const merged = Object.fromEntries(
    Object.entries({ ...before, ...data }).filter(([, value]) => value !== null),
  );
  const json = asJson(merged);
  if (json === null) throw new AuthError(400, 'validation_failed', 'data cannot be stored');
  if (Buffer.byteLength(json) > METADATA_MAX_BYTES) {
    throw new AuthError(400, 'validation_failed', 'data is too large');
  }
  return merged;
}
