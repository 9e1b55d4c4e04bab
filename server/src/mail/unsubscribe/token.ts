import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';

/**
 * Signed tokens that let anyone with the mail unsubscribe its recipient, as long as the instance's secret
 * stays the same.
 */
export function createMailTokens(key: Uint8Array) {
  const sign = (userId: string) => createHmac('sha256', key).update(userId).digest('base64url');
  return {
    make: (userId: string): string => `${userId}.${sign(userId)}`,
    /** @returns the id of the mail's recipient; null when the token is not genuine. */
    read(token: string): string | null {
      const [userId = '', signature = ''] = token.split('.');
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(userId))];
      const isOurs = given.length === right.length && timingSafeEqual(given, right);
      return isOurs && z.uuid().safeParse(userId).success ? userId : null;
    },
  };
}
export type MailTokens = ReturnType<typeof createMailTokens>;
