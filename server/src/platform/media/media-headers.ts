import { isInstanceKey } from './instance-key.ts';
import { isChatImageKey, isPortraitKey } from './media-key.ts';

// Cached forever: the bytes under a key never change.
const PUBLIC = 'public, max-age=31536000, immutable';
export const PRIVATE = 'private, no-store';

export const cacheControlOf = (key: string): string => (isChatImageKey(key) ? PRIVATE : PUBLIC);

export const mediaTypeOf = (key: string): string =>
  isPortraitKey(key) || isInstanceKey(key) ? 'image/png' : 'image/webp';
