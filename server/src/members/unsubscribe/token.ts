import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';

/**
 * Signed tokens that let anyone with a mail act on what it is about, such as unsubscribe its recipient, as long as the
 * instance's secret stays the same. Each purpose has its own key.
 */
export function createMailTokens(key: Uint8Array) {
  const sign = (id: string) => createHmac('sha256', key).update(id).digest('base64url');
  return {
    make: (id: string): string => `${id}.${sign(id)}`,
    /** @returns the id that the token is for; null when the token is not genuine. */
    read(token: string): string | null {
      const [id = '', signature = ''] = token.split('.');
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(id))];
      const isOurs = given.length === right.length && timingSafeEqual(given, right);
      return isOurs && z.uuid().safeParse(id).success ? id : null;
    },
  };
}
export type MailTokens = ReturnType<typeof createMailTokens>;
