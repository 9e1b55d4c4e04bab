import { randomUUID } from 'node:crypto';
import type { Conversation, Message } from '@selvedge/shared/conversations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pending } from '../../web/src/conversations/outbox.ts';
import { createLiveConnection } from '../../web/src/conversations/socket.ts';
import { createMessaging } from '../../web/src/conversations/store.ts';
import { signUp } from '../support/account.ts';
import { noPhotos } from '../support/no-photos.ts';
import { phonePhoto } from '../support/pictures.ts';
import { freePort, startProduct } from '../support/product.ts';
import { makeTempDir } from '../support/temp.ts';

type Member = Awaited<ReturnType<typeof signUp>>;

const MESSAGES_EACH = 150;
const KILLS = 4;

const dir = makeTempDir();
let product: Awaited<ReturnType<typeof startProduct>>;
beforeAll(async () => {
  product = await startProduct({
    entry: 'server/src/main.ts',
    dataDir: dir.path,
    port: await freePort(),
    env: { AUTH_AUTOCONFIRM: 'true', RATE_LIMITS: 'off' },
  });
});
afterAll(async () => {
  await product.stop();
  dir.remove();
});

/** The web client's own store and socket, run outside a browser. */
async function openClient(member: Member, conversation: Conversation) {
  const outbox = new Map<string, Pending>();
  const live = createLiveConnection({ url: product.url, accessToken: async () => member.token });
  const messaging = createMessaging({
    live,
    rest: {
      listConversations: async () => ({
        conversations: await member.call('GET', '/api/conversations'),
        next: null,
      }),
      arrange: async () => conversation,
      searchMessages: async () => ({ hits: [], next: null }),
      findAbout: async () => null,
      openConversation: async () => conversation,
      listMessages: (id, page) => {
        const query = new URLSearchParams(
          Object.entries(page).map(([key, seq]): [string, string] => [key, String(seq)]),
        );
        return member.call<Message[]>('GET', `/api/conversations/${id}/messages?${query}`);
      },
    },
    kept: {
      loadInbox: async () => [],
      loadThread: async () => [],
      putInbox: async () => undefined,
      putThread: async () => undefined,
      clear: async () => undefined,
    },
    outbox: {
      load: async () => [...outbox.values()],
      put: async (_person, pending) => void outbox.set(pending.clientId, pending),
      remove: async (clientId) => void outbox.delete(clientId),
      clear: async () => outbox.clear(),
    },
    photos: noPhotos,
    drafts: { load: () => ({}), save: () => undefined },
    newId: randomUUID,
    now: () => new Date(),
  });
  await messaging.personArrived(member.id);
  live.open({ ...messaging, sessionEnded: () => undefined });
  await messaging.inboxOpened();
  await messaging.selected({ kind: 'conversation', id: conversation.id });
  const state = () => messaging.store.getState();
  return {
    messaging,
    close: live.close,
    waiting: () => state().outbox.length,
    thread: () => {
      const thread = state().threads[conversation.id];
      return thread?.status === 'ready' ? thread.messages : [];
    },
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(isTrue: () => boolean, what: string): Promise<void> {
  const giveUpAt = Date.now() + 30_000;
  while (!isTrue()) {
    if (Date.now() > giveUpAt) throw new Error(`still not: ${what}`);
    await pause(50);
  }
}

test('a server killed again and again loses, doubles and reorders nothing that two people write', async () => {
  const [seller, buyer] = [await signUp(product.url, 'seller'), await signUp(product.url, 'buyer')];
  const conversation = await buyer.talkAbout(await seller.list(await phonePhoto()));
  const clients = [await openClient(buyer, conversation), await openClient(seller, conversation)];

  async function write(client: (typeof clients)[number], name: string): Promise<void> {
    for (let i = 1; i <= MESSAGES_EACH; i += 1) {
      await client.messaging.textSent(`${name} ${i}`);
      await pause(10);
    }
  }
  const writing = Promise.all([
    write(clients[0] as (typeof clients)[number], 'buyer'),
    write(clients[1] as (typeof clients)[number], 'seller'),
  ]);
  for (let kill = 0; kill < KILLS; kill += 1) {
    await pause(200 + Math.random() * 300);
    await product.kill();
    await product.start();
  }
  await writing;

  await until(() => clients.every((client) => client.waiting() === 0), 'everything sent');
  await until(
    () => clients.every((client) => client.thread().length === MESSAGES_EACH * 2),
    'everything received',
  );

  const stored: Message[] = [];
  for (let after = 0; stored.length < MESSAGES_EACH * 2; after = stored.at(-1)?.seq ?? 0) {
    const page = await buyer.call<Message[]>(
      'GET',
      `/api/conversations/${conversation.id}/messages?after=${after}`,
    );
    expect(page.length).toBeGreaterThan(0);
    stored.push(...page);
  }
  expect(stored.map(({ seq }) => seq)).toEqual(Array.from({ length: MESSAGES_EACH * 2 }, (_, i) => i + 1));
  for (const name of ['buyer', 'seller']) {
    const written = stored.map(({ content }) => content).filter((content) => content.startsWith(name));
    expect(written).toEqual(Array.from({ length: MESSAGES_EACH }, (_, i) => `${name} ${i + 1}`));
  }
  for (const client of clients) {
    expect(client.thread().map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
    client.close();
  }
}, 90_000);
