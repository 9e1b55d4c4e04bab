import { basename } from 'node:path';

/** Where a stored picture is fetched. Root-relative: it holds under whatever name the page was opened. */
export const mediaUrl = (key: string): string => `/media/${key}`;

/** Where a picture lies in the archive of whoever uploaded it. */
export const pictureFile = (key: string): string => `pictures/${basename(key)}`;
