import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';

/** Signed tokens that let whoever has a mail unsubscribe its person, for as long as the instance keeps its secret. */
export function createMailTokens(key: Uint8Array) {
  const sign = (userId: string) => createHmac('sha256', key).update(userId).digest('base64url');
  return {
    make: (userId: string): string => `${userId}.${sign(userId)}`,
    /** @returns the id of the person it is for; null when the token is not genuine. */
    read(token: string): string | null {
      const [userId = '', signature = ''] = token.split('.');
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(userId))];
      const isOurs = given.length === right.length && timingSafeEqual(given, right);
      return isOurs && z.uuid().safeParse(userId).success ? userId : null;
    },
  };
}
export type MailTokens = ReturnType<typeof createMailTokens>;
