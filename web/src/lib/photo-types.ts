/**
 * The accepted types of photos. The server decides by the bytes, the client only by what the browser takes the file
 * for.
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

/** For browsers that do not know the type: their file chooser goes by file names. */
export const HEIC_NAMES = '.heic,.heif';

/** The `accept` attribute of photo choosers. */
export const PHOTO_ACCEPT = [...PHOTO_TYPES, HEIC_NAMES].join(',');
