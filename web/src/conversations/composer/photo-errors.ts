import type { Problem } from '@selvedge/shared/platform/errors';
import { CHAT_IMAGE_MAX_BYTES } from '@selvedge/shared/platform/limits';
import { PHOTO_TYPES } from '../../lib/photo-types.ts';

const WRONG_TYPE = 'Please select a valid image file (JPEG, PNG, GIF, or WebP)';
const TOO_LARGE = 'Image file is too large. Please choose a smaller image (max 10MB)';
const FAILED = 'Failed to send image. Please try again.';

/** Why a chosen file cannot be sent; null if it can. */
export function photoRefusal({ type, size }: Blob): string | null {
  // Most browsers report no type for photos that they cannot display.
  if (type !== '' && !PHOTO_TYPES.includes(type)) return WRONG_TYPE;
  return size > CHAT_IMAGE_MAX_BYTES ? TOO_LARGE : null;
}

/** The files that can be sent, and why the first of the others cannot. */
export function sortPhotos(files: readonly File[]): { good: File[]; refusal: string | null } {
  const refusals = files.map(photoRefusal);
  return {
    good: files.filter((_, i) => refusals[i] === null),
    refusal: refusals.find((one) => one !== null) ?? null,
  };
}

const TEXTS: Partial<Record<Problem['code'], string>> = {
  too_large: TOO_LARGE,
  unsupported_type: WRONG_TYPE,
  internal: FAILED,
  // Not retried automatically, unlike a lost connection: the messages after the photo would have to wait.
  storage_down: FAILED,
};

/** The problem of a refused photo with a text for its sender. */
export function photoProblem(problem: Problem): Problem {
  return {
    ...problem,
    message: TEXTS[problem.code] ?? problem.message,
  };
}
