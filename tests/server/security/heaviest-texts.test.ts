import { randomUUID } from 'node:crypto';
import { type Message, SendMessage } from '@selvedge/shared/conversations/conversations';
import { NewListing } from '@selvedge/shared/items/listings';
import { NewWanted } from '@selvedge/shared/items/wanted';
import type { Synced } from '@selvedge/shared/platform/realtime';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import { foldedColumns } from '../../../server/src/items/listings/folded-columns.ts';
import { callInEveryRole } from '../../support/contract/every-role.ts';
import { type Body, heaviestOf, textFieldsOf } from '../../support/contract/heaviest-texts.ts';
import { TABLE } from '../../support/contract/role-table.ts';
import { insertRows, updateRows } from '../../support/data/rows.ts';
import { storeConversation } from '../../support/people/stored-conversation.ts';
import { describeOnEngines } from '../../support/servers/database.ts';
import { openSite, type Site } from '../../support/servers/site.ts';

const COUNT = 60;
const REST_MAX_BYTES = 1_000_000;
const PAGE_MAX_BYTES = 300_000;
const MESSAGES = 500;

const WTB = { title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' };
const LISTING = {
  ...{ title: 'Ring coat', brand: 'Kapital', category: 'Outerwear', size: 'L', condition: 'Used' },
  ...{ price: '365', images: ['x'], description: null },
};

describeOnEngines('the heaviest texts', ({ engine }) => {
  let site: Site;
  beforeEach(async () => {
    site = await openSite({ engine });
  });
  async function bytesAt(path: string): Promise<number> {
    const { status, html } = await site.open(path);
    expect([path, status]).toEqual([path, 200]);
    return Buffer.byteLength(html);
  }

  /** Stores as many of the heaviest listings, with all photos, as a page has by default. */
  async function storeListings(): Promise<void> {
    const seller = await site.join('x'.repeat(20));
    const { title, brand, size, description } = (await heaviestOf(NewListing, LISTING)) as Record<
      string,
      string
    >;
    const key = `${seller.id}/${Date.now()}-${'a'.repeat(32)}-${'b'.repeat(40)}-1800.webp`;
    const photo = { key, width: 900, height: 1200, placeholder: 'A'.repeat(36) };
    const rows = Array.from({ length: COUNT }, () => ({
      ...{ id: uuidv7(), sellerId: seller.id, title: title ?? '', brand: brand ?? '', size: size ?? '' },
      ...{ description: description ?? '', category: 'Outerwear' as const, condition: 'Used' as const },
      ...foldedColumns({ brand: brand ?? '', size: size ?? '', title: title ?? '', description }),
      ...{ priceCents: 36_500, photos: Array.from({ length: 8 }, () => photo) },
      ...{ createdAt: new Date(), bumpedAt: new Date() },
    }));
    await insertRows(site.db, 'listings', rows);
  }

  test('of sixty listings answer in a megabyte', { tags: ['response-size'] }, async () => {
    await storeListings();
    for (const sort of ['bumped', 'newest', 'price-asc'])
      expect(await bytesAt(`/api/listings?sort=${sort}`)).toBeLessThan(REST_MAX_BYTES);
    expect(await bytesAt(`/api/users/${'x'.repeat(20)}/listings`)).toBeLessThan(REST_MAX_BYTES);
  });

  test('of sixty listings fit into 300 kB of page', { tags: ['response-size'] }, async () => {
    await storeListings();
    for (const path of ['/', '/?sort=price-asc', `/profile/${'x'.repeat(20)}`])
      expect(await bytesAt(path)).toBeLessThan(PAGE_MAX_BYTES);
  });

  test('of sixty listings fit into 300 kB of feed', { tags: ['response-size'] }, async () => {
    await storeListings();
    expect(await bytesAt('/feed.xml')).toBeLessThan(PAGE_MAX_BYTES);
  });

  test('lose no listing when the pages are followed', { tags: ['response-size'] }, async () => {
    await storeListings();
    const ids = new Set<string>();
    let path: string | undefined = '/api/listings';
    while (path) {
      const response: Response = await site.call('GET', path);
      for (const { id } of (await response.json()) as { id: string }[]) ids.add(id);
      path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(ids.size).toBe(COUNT);
  });

  test('of sixty WTBs fit into 300 kB of page', { tags: ['response-size'] }, async () => {
    const buyer = await site.join('odile');
    const { title, brand, size, description } = (await heaviestOf(NewWanted, {
      ...WTB,
      description: null,
    })) as Record<string, string>;
    const rows = Array.from({ length: COUNT }, () => ({
      ...{ id: uuidv7(), buyerId: buyer.id, title: title ?? '', brand: brand ?? '', size: size ?? '' },
      ...{ description: description ?? '', brandKey: '', searchFolded: '', maxPriceCents: 90_000 },
      ...{ createdAt: new Date(), bumpedAt: new Date() },
    }));
    await insertRows(site.db, 'wanted', rows);
    expect(await bytesAt('/api/wtb-listings')).toBeLessThan(REST_MAX_BYTES);
    expect(await bytesAt('/wtb')).toBeLessThan(PAGE_MAX_BYTES);
    expect(await bytesAt(`/wtb/${rows[0]?.id}`)).toBeLessThan(PAGE_MAX_BYTES);
  });

  /** Stores a conversation of the heaviest messages. */
  async function storeMessages() {
    const members = [await site.join('marlow'), await site.join('odile')] as const;
    const { id: conversationId } = await storeConversation(site.db, { members: [...members] });
    const ids = { clientId: randomUUID(), conversationId };
    const { content } = await heaviestOf(SendMessage, { ...ids, type: 'text', content: 'x' });
    const rows = Array.from({ length: MESSAGES }, (_, n) => ({
      ...{ id: uuidv7(), conversationId, senderId: members[1].id, clientId: randomUUID(), seq: n + 1 },
      ...{ messageType: 'text' as const, content: String(content), createdAt: new Date() },
    }));
    for (let n = 0; n < MESSAGES; n += 50) await insertRows(site.db, 'messages', rows.slice(n, n + 50));
    await updateRows(site.db, 'conversations', { lastSeq: MESSAGES }, { id: conversationId });
    return { members, conversationId };
  }

  /** Follows the pages of a thread from one. @returns the numbers of their messages, page by page */
  async function followThread(query: string): Promise<number[][]> {
    const { members, conversationId } = await storeMessages();
    const pages: number[][] = [];
    let path: string | undefined = `/api/conversations/${conversationId}/messages${query}`;
    while (path) {
      const response: Response = await site.call('GET', path, { as: members[0] });
      const text = await response.text();
      expect(Buffer.byteLength(text)).toBeLessThan(REST_MAX_BYTES);
      pages.push((JSON.parse(text) as Message[]).map(({ seq }) => seq));
      path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1];
    }
    return pages;
  }
  const EVERY = Array.from({ length: MESSAGES }, (_, n) => n + 1);

  test('lose no message when a thread is followed upwards', { tags: ['response-size'] }, async () => {
    expect((await followThread('')).toReversed().flat()).toEqual(EVERY);
  });

  test('lose no message when a thread is followed downwards', { tags: ['response-size'] }, async () => {
    expect((await followThread('?after=0&limit=100')).flat()).toEqual(EVERY);
  });

  test('of five hundred messages arrive by the megabyte', {
    tags: ['response-size'],
  }, async () => {
    const { members, conversationId } = await storeMessages();
    let seq = 0;
    for (let calls = 0; seq < MESSAGES && calls < MESSAGES; calls += 1) {
      const json = { conversations: { [conversationId]: seq } };
      const text = await (await site.call('POST', '/api/sync', { as: members[0], json })).text();
      expect(Buffer.byteLength(text)).toBeLessThan(REST_MAX_BYTES);
      const synced = JSON.parse(text) as Synced;
      seq = synced.messages.at(-1)?.seq ?? 0;
      expect(synced.complete).toBe(seq === MESSAGES);
    }
    expect(seq).toBe(MESSAGES);
    const inbox = await (await site.call('GET', '/api/conversations', { as: members[0] })).text();
    expect(Buffer.byteLength(inbox)).toBeLessThan(4_000);
  });
});

/** The walk's channel at Discord is a member's own, which takes no filters. */
const REFUSED = ['/api/discord-channels', '/api/discord-channels/:id'];

describeOnEngines('the heaviest text in every field of every call', ({ engine }) => {
  let walk: Awaited<ReturnType<typeof callInEveryRole>>;
  const withTexts = new Set<string>();
  const writes = Object.entries(TABLE).filter(([, [, body]]) => body);
  const reads = Object.entries(TABLE).filter(([call]) => call.startsWith('GET '));

  test('is accepted', { timeout: 240_000 }, async () => {
    // What is written first is read afterwards.
    const table = Object.fromEntries([...writes, ...reads]);
    walk = await callInEveryRole(table, { engine }, async (sent, endpoint) => {
      if (!endpoint?.body || !sent || sent instanceof FormData) return sent;
      const heaviest = await heaviestOf(endpoint.body, sent as Body);
      for (const field of textFieldsOf(endpoint.body, sent as Body))
        withTexts.add(`${endpoint.path} ${field}`);
      return REFUSED.includes(endpoint.path) ? { ...heaviest, brand: null } : heaviest;
    });
    const statuses = Map.groupBy(walk.answers, ({ call }) => call);
    expect(
      Object.fromEntries([...statuses].map(([call, of]) => [call, of.map(({ status }) => status)])),
    ).toEqual(Object.fromEntries(Object.entries(table).map(([call, [row]]) => [call, row])));
    expect(withTexts.size).toBeGreaterThan(25);
  });

  test('keeps every answer within a megabyte', { tags: ['response-size'] }, () => {
    const tooLarge = walk.answers.filter(({ text }) => Buffer.byteLength(text) > REST_MAX_BYTES);
    expect(tooLarge.map(({ call }) => call)).toEqual([]);
  });
});
