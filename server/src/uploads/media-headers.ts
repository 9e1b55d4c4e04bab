import { isChatImageKey, isPortraitKey } from './media-key.ts';

// A key never names other bytes.
const FOR_EVERYBODY = 'public, max-age=31536000, immutable';
export const FOR_ONE = 'private, no-store';

/** Who may keep the picture under a key, and for how long. */
export const cacheControlOf = (key: string): string => (isChatImageKey(key) ? FOR_ONE : FOR_EVERYBODY);

export const mediaTypeOf = (key: string): string => (isPortraitKey(key) ? 'image/png' : 'image/webp');
