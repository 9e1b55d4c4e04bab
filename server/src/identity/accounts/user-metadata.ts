import { AuthError } from '../auth-error.ts';

const METADATA_MAX_BYTES = 2 * 1024;

/** Whether both databases can store a text: PostgreSQL rejects NUL and lone surrogates. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** The JSON to store; null for data nested too deeply, or with text that a database rejects. */
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
 * Null removes a key. Metadata grants nothing, and every token carries it.
 * @throws AuthError validation_failed when `data` is not an object, cannot be stored, or is too large
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
