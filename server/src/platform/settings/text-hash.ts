import { createHash } from 'node:crypto';

/** The hash by which a text is named in a consent: SHA-256 in hex. */
export const textHash = (text: string): string => createHash('sha256').update(text).digest('hex');
