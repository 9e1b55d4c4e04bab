import { basename } from 'node:path';

/** The URL of a stored picture. Root-relative, so that it works under any host name of the instance. */
export const mediaUrl = (key: string): string => `/media/${key}`;

/** The path of a picture in the data export of whoever uploaded it. */
export const pictureFile = (key: string): string => `pictures/${basename(key)}`;
