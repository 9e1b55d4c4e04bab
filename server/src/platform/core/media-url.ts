import { basename } from 'node:path';

/** The URL of a stored picture; root-relative, so it works under any host name of the instance. */
export function mediaUrl(key: string): string {
  return `/media/${key}`;
}

export function pictureFile(key: string): string {
  return `pictures/${basename(key)}`;
}
