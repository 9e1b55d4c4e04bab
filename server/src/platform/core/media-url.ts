import { basename } from 'node:path';

/** The URL of a stored picture; root-relative, so it works under any host name of the instance. */
export const mediaUrl = (key: string): string => `/media/${key}`;

export const pictureFile = (key: string): string => `pictures/${basename(key)}`;
