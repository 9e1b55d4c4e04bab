import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';

/** Texts that let whoever has the mail do one thing for one person, for as long as the instance keeps its secret. */
export function createMailTokens(key: Uint8Array) {
  const sign = (userId: string) => createHmac('sha256', key).update(userId).digest('base64url');
  return {
    make: (userId: string): string => `${userId}.${sign(userId)}`,
    /** @returns whom it is for; null when it is none of ours. */
    read(token: string): string | null {
      const [userId = '', signature = ''] = token.split('.');
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(userId))];
      const isOurs = given.length === right.length && timingSafeEqual(given, right);
      return isOurs && z.uuid().safeParse(userId).success ? userId : null;
    },
  };
}
export type MailTokens = ReturnType<typeof createMailTokens>;
