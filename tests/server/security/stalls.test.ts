import { randomUUID } from 'node:crypto';
import type { Conversation } from '@selvedge/shared/conversations/conversations';
import { brandKeyOf } from '@selvedge/shared/items/matching';
import { foldLetters, foldText } from '@selvedge/shared/platform/fold';
import { requests } from '@selvedge/shared/platform/realtime';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { next } from '../../support/clients/socket.ts';
import { takesText, textsOf } from '../../support/contract/texts-of.ts';
import { phonePhoto } from '../../support/data/pictures.ts';
import { insertRows } from '../../support/data/rows.ts';
import { cpuOf, longestTurn } from '../../support/measuring/longest-turn.ts';
import { signUp } from '../../support/people/account.ts';
import { addMember } from '../../support/people/market.ts';
import { engines } from '../../support/servers/database.ts';
import { worldForAll } from '../../support/world.ts';

/** One letter with thousands of marks, half of which are letters before normalization. */
const MARKED = `a${'\u0301\uFF9E'.repeat(30_000)}`;
/** The texts that grow most when folded, and those that are slowest to normalize or split into characters. */
const WORST = ['ﷺ', '㌖', '뷁', `a${'\u0301\u0323'.repeat(20)}`, MARKED, '👨‍👩‍👧‍👦'];
/** From a short text to one that fills a body; a URL can contain fewer. */
const SIZES = [80, 1_600, 60_000];
const QUERY_MAX = 1_200;
const STALL_MAX_MS = 50;
const BRAND = '뷁'.repeat(50);

/** A slow machine may stall for as long as it takes to fold a million letters. */
const yardstick = () => cpuOf(() => foldLetters('étéà '.repeat(200_000)));

const AUTH_CALLS = ['signup', 'token?grant_type=password', 'recover', 'resend', 'verify'];

describe.each(engines())('a worst-case text blocks for 50 ms at most (%s)', (engine) => {
  const server = worldForAll({ engine, env: { AUTH_AUTOCONFIRM: 'true' } });
  let owner: Awaited<ReturnType<typeof signUp>>;
  let ids: Record<string, string>;
  beforeAll(async () => {
    owner = await signUp(server.url);
    const other = await signUp(server.url);
    const listing = await other.list(await phonePhoto());
    const own = await owner.list(await phonePhoto());
    const wanted = await owner.call<{ id: string }>('POST', '/api/wtb-listings', {
      ...{ title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' },
    });
    const conversation = await owner.call<Conversation>('POST', '/api/conversations', {
      ...{ sellerId: other.id, listingId: listing.id, isWTB: false },
    });
    ids = { conversationId: conversation.id, listingId: own.id, wtbListingId: wanted.id };
    await storeWanted();
    await storeMessages(conversation.id, other.id);
  });

  /** Stores as many WTBs of one brand as a request reads, with titles above today's limits. */
  async function storeWanted(): Promise<void> {
    const buyer = await addMember(server.db, 'Buyer');
    const at = new Date();
    const rows = Array.from({ length: 2_000 }, () => ({
      ...{ id: uuidv7(), buyerId: buyer.id, title: 'ﷺ'.repeat(100), brand: BRAND, size: '뷁'.repeat(10) },
      ...{ brandKey: brandKeyOf(BRAND), searchFolded: foldText(BRAND), maxPriceCents: 90_000 },
      ...{ isFulfilled: false, createdAt: at, bumpedAt: at },
    }));
    for (let n = 0; n < rows.length; n += 500) {
      await insertRows(server.db, 'wanted', rows.slice(n, n + 500));
    }
  }

  /** Stores a long history of messages above today's limits; a search starts with those full of marks. */
  async function storeMessages(conversationId: string, senderId: string): Promise<void> {
    const contents = [
      ...Array<string>(260).fill('ﷺ'.repeat(4_000)),
      ...Array<string>(40).fill(`b${MARKED.slice(0, 15_800)}`),
    ];
    const rows = contents.map((content, n) => ({
      ...{ id: uuidv7(), conversationId, senderId, clientId: randomUUID(), seq: n + 1 },
      ...{ messageType: 'text' as const, content, createdAt: new Date() },
    }));
    await server.db.transact(async ({ q, t }) => {
      for (const row of rows) await q.insert(t.messages).values(row);
      return q.update(t.conversations).set({ lastSeq: rows.length });
    });
  }

  const idOf = (field: string, path = ''): string =>
    (field === 'id'
      ? ids[
          path.includes('wtb') ? 'wtbListingId' : path.includes('listings') ? 'listingId' : 'conversationId'
        ]
      : ids[field]) ??
    ids.conversationId ??
    '';
  const texts = (max: number) =>
    WORST.flatMap((worst) =>
      SIZES.filter((size) => size <= max).map((size) =>
        worst.repeat(Math.ceil(size / worst.length)).slice(0, size),
      ),
    );

  async function expectNoStall(name: string, text: string, call: () => Promise<unknown>): Promise<void> {
    const stalled = await longestTurn(call);
    if (stalled <= STALL_MAX_MS || stalled <= yardstick()) return;
    expect.fail(`${name} with ${text.length} of ${text.slice(0, 8)} stalled for ${stalled} ms of CPU`);
  }

  test('in every endpoint of the contract', { tags: ['stalls'] }, async () => {
    let calls = 0;
    for (const { method, path, query, body } of server.product.endpoints) {
      const inPath = path.includes(':username');
      if (!inPath && !(query && takesText(query)) && !(body && takesText(body))) continue;
      calls += 1;
      for (const text of texts(method === 'get' ? QUERY_MAX : 60_000)) {
        const filling = { text, idOf: (field: string) => idOf(field, path) };
        const queryFields = query ? (textsOf(query, filling) as Record<string, unknown>) : {};
        // A cursor of another search is refused before anything is read.
        const { cursor: _, ...fields } = queryFields;
        const search = new URLSearchParams(
          Object.entries(fields).map(([key, value]): [string, string] => [key, String(value).slice(0, 150)]),
        );
        const address = path.replaceAll(/:(\w+)/g, (_match, field: string) =>
          field === 'username' ? encodeURIComponent(text.slice(0, 150)) : idOf(field, path),
        );
        const sent = body && textsOf(body, filling);
        await expectNoStall(`${method} ${path}`, text, () =>
          owner
            .request(method.toUpperCase(), `${address}?${search}`, sent)
            .then((response) => response.text()),
        );
      }
    }
    expect(calls).toBeGreaterThan(20);
  });

  test('in every socket request', { tags: ['stalls'] }, async () => {
    const socket = owner.connect();
    await next(socket, 'unread');
    const emit = socket.emitWithAck.bind(socket) as (name: string, input: unknown) => Promise<unknown>;
    for (const [name, { input }] of Object.entries(requests)) {
      if (!takesText(input)) continue;
      for (const text of texts(20_000)) {
        await expectNoStall(name, text, () => emit(name, textsOf(input, { text, idOf })));
      }
    }
    socket.disconnect();
  });

  test('in the identity provider', { tags: ['stalls'] }, async () => {
    for (const path of AUTH_CALLS) {
      for (const text of texts(15_000)) {
        const json = {
          email: `${text}@example.com`,
          password: text,
          type: 'signup',
          token_hash: text,
          data: { text },
        };
        await expectNoStall(path, text, () =>
          server.call('POST', `/auth/v1/${path}`, { json }).then((response) => response.text()),
        );
      }
    }
  });

  test('during a search of old messages', { tags: ['stalls'] }, async () => {
    const demand = new URLSearchParams({ brand: BRAND, title: 'x', size: '1' });
    await expectNoStall('demand', BRAND, () => owner.call('GET', `/api/demand?${demand}`));
    for (const q of ['ba', 'صلى', 'nothing']) {
      const found = () => owner.call('GET', `/api/messages/search?${new URLSearchParams({ q })}`);
      await expectNoStall('search', q, found);
    }
  });

  test('a search stops after four million folded letters', {
    tags: ['stalls'],
  }, async () => {
    const { status, headers } = await owner.request('GET', '/api/messages/search?q=nothing');
    expect([status, headers.get('link')]).toEqual([200, expect.stringContaining('rel="next"')]);
  });
});
