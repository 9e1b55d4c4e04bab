/** What a photo may be. The server decides by its bytes, this only by what the browser takes it for. */
export const PHOTO_TYPES = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/heif',
];

/** Where the browser does not know that kind of photo, its chooser goes by the names of files. */
export const HEIC_NAMES = '.heic,.heif';

/** What a chooser of photos offers. */
export const PHOTO_ACCEPT = [...PHOTO_TYPES, HEIC_NAMES].join(',');
