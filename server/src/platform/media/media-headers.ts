import { isInstanceKey } from './instance-key.ts';
import { isChatImageKey, isPortraitKey } from './media-key.ts';

// Cached forever: the bytes under a key never change.
const PUBLIC = 'public, max-age=31536000, immutable';
export const PRIVATE = 'private, no-store';

export function cacheControlOf(key: string): string {
  return isChatImageKey(key) ? PRIVATE : PUBLIC;
}

export function mediaTypeOf(key: string): string {
  return isPortraitKey(key) || isInstanceKey(key) ? 'image/png' : 'image/webp';
}
