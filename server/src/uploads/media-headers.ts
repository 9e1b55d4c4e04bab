import { isChatImageKey, isPortraitKey } from './media-key.ts';

// Cached for ever: the bytes under a key never change.
const FOR_EVERYBODY = 'public, max-age=31536000, immutable';
export const FOR_ONE = 'private, no-store';

/** The `Cache-Control` of a picture: public for all but photos in conversations. */
export const cacheControlOf = (key: string): string => (isChatImageKey(key) ? FOR_ONE : FOR_EVERYBODY);

export const mediaTypeOf = (key: string): string => (isPortraitKey(key) ? 'image/png' : 'image/webp');
