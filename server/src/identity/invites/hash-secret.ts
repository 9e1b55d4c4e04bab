import { createHash } from 'node:crypto';

/** The hash under which an invitation is stored; its secret is random, so a plain hash cannot be reversed. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
