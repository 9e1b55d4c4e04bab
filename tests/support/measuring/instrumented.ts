import { randomUUID } from 'node:crypto';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { connectChecked } from '../contract/traffic.ts';
import { phonePhoto } from '../data/pictures.ts';
import { startMailPeer } from '../peers/mail-peer.ts';
import { PASSWORD } from '../people/account.ts';
import { addListing } from '../people/market.ts';
import { startWorld } from '../world.ts';

export const SENT_TEXT = 'My number is 555 0100, call me after the shoot';
export const REPLY_TEXT = 'The jacket left for Osaka this morning';

/** All metrics of a server, by name and labels. */
export function parseMetrics(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

/**
 * The whole product with a mail server and debug logs, and a function that runs a typical exchange of two
 * members.
 */
export async function startInstrumented(engine: 'sqlite' | 'postgres', env: Record<string, string> = {}) {
  const mail = await startMailPeer();
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  const server = await startWorld({ engine, env: { SMTP_URL: mail.url, RATE_LIMITS: 'on', ...env }, log });
  let signedUp = 0;

  async function join() {
    const email = `${randomUUID()}@example.com`;
    const auth = server.client();
    await auth.signUp({ email, password: PASSWORD });
    while (mail.mails.length <= signedUp) await new Promise((resolve) => setTimeout(resolve, 20));
    const token_hash = mail.linkToken(signedUp);
    signedUp += 1;
    const { data } = await auth.verifyOtp({ token_hash, type: 'signup' });
    if (!data.session) throw new Error('no session');
    const { access_token: token, refresh_token: refreshToken, user } = data.session;
    return { email, token, refreshToken, linkToken: token_hash, id: user.id };
  }
  const as = ({ token }: { token: string }) => ({ headers: { authorization: `Bearer ${token}` } });

  return {
    ...server,
    join,
    as,
    /** All log lines of the server. */
    lines,
    metrics: async () => parseMetrics(await (await fetch(`${server.url}/metrics`)).text()),
    /** Two members, a listing, and their messages about it: one over HTTP, one over a socket. */
    async runExchange() {
      const [buyer, seller] = [await join(), await join()];
      await server.call('GET', '/api/auth/user', as(seller));
      const listingId = await addListing(server.db, seller.id);
      const about = { sellerId: seller.id, listingId, isWTB: false };
      const opened = await server.call('POST', '/api/conversations', { json: about, ...as(buyer) });
      const { id: conversationId } = (await opened.json()) as { id: string };
      await server.call('POST', '/api/messages', {
        json: { conversationId, type: 'text', content: SENT_TEXT },
        ...as(buyer),
      });
      const socket = connectChecked(server.url, { reconnection: false, auth: { token: seller.token } });
      await new Promise<void>((resolve) => socket.once('unread', () => resolve()));
      await socket.emitWithAck('message:send', {
        ...{ clientId: randomUUID(), conversationId, type: 'text', content: REPLY_TEXT },
      });
      const form = new FormData();
      form.set('image', await phonePhoto(), 'front.jpg');
      await server.call('POST', '/api/uploads/listings', { body: form, ...as(seller) });
      return { buyer, seller, socket, listingId, conversationId };
    },
    async close() {
      await server.close();
      await mail.close();
    },
  };
}
