/**
 * Accepted photo types. The server checks the bytes; the client goes by the type that the browser reports.
 */
export const PHOTO_TYPES = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/heif',
];

/** For browsers that do not know the type and choose files by name. */
export const HEIC_NAMES = '.heic,.heif';

/** The `accept` attribute of file inputs for photos. */
export const PHOTO_ACCEPT = [...PHOTO_TYPES, HEIC_NAMES].join(',');
