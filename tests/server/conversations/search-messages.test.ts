import { randomUUID } from 'node:crypto';
import { MessageTerm } from '@selvedge/shared/conversations/message-search';
import { foldForSearch } from '@selvedge/shared/platform/fold';
import { MESSAGE_MAX } from '@selvedge/shared/platform/limits';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { openConversation } from '../../../server/src/conversations/open-conversation.ts';
import { removeMessage } from '../../../server/src/conversations/remove-message.ts';
import { excerptOf } from '../../../server/src/conversations/search/excerpt.ts';
import { searchMessages } from '../../../server/src/conversations/search/search-messages.ts';
import { sendMessage } from '../../../server/src/conversations/send-message.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import { addMessages } from '../../support/data/long-conversation.ts';
import { updateRows } from '../../support/data/rows.ts';
import { uniqueName } from '../../support/people/conversation.ts';
import { addListing, addMember } from '../../support/people/market.ts';
import { storeConversation } from '../../support/people/stored-conversation.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';

describeOnBothEngines('searching messages', ({ dbForAll }) => {
  const db = dbForAll();

  test('ignores case as well as accents', async () => {
    const { ctx, buyer, seller, id, send } = await storeConversation(db);
    await send(buyer, 'Is the GARÇONS coat still there?');
    await send(seller, 'The garcons one? 100% wool,\nsize_3.');
    await send(buyer, 'Then 1000 wool socks, sizes 3');
    const find = async (term: string) =>
      (await searchMessages(ctx, buyer, { term, limit: 20 })).hits.map(({ seq }) => seq);
    expect(await find('garçons')).toEqual([2, 1]);
    expect(await find('100% WOOL, size')).toEqual([2]);
    expect(await find('100_')).toEqual([]);
    expect(await find('size_3')).toEqual([2]);
    const [hit] = (await searchMessages(ctx, seller, { term: 'garcons coat', limit: 20 })).hits;
    expect(hit).toMatchObject({
      seq: 1,
      senderId: buyer.id,
      conversation: { id, isRead: false },
      excerpt: { before: 'Is the ', match: 'GARÇONS coat', after: ' still there?' },
    });
  });

  test('finds no message that the member may not read', async () => {
    const { ctx, buyer, seller, send } = await storeConversation(db);
    await send(buyer, 'Hello');
    const { id } = await send(seller, 'a private word');
    const stranger = await addMember(db, uniqueName('stranger'));
    const find = async (person: typeof buyer) =>
      (await searchMessages(ctx, person, { term: 'private', limit: 20 })).hits;
    expect(await find(stranger)).toEqual([]);
    expect(await find(buyer)).toHaveLength(1);
    await db.transact((tx) => removeMessage(ctx, tx, id));
    expect(await find(buyer)).toEqual([]);
  });

  test('of a long history has bounded batches without gaps', async () => {
    const { ctx, buyer, seller, id: conversationId } = await storeConversation(db);
    const contentOf = (seq: number) => (seq % 50 === 0 ? 'a needle' : 'hay');
    await addMessages(db, { conversationId, senderId: buyer.id, count: 1_000, contentOf });
    await addMessages(db, { conversationId, senderId: seller.id, count: 300, after: 1_000, contentOf });
    const ids: string[] = [];
    let below: string | undefined;
    do {
      const { hits, next } = await searchMessages(ctx, buyer, { term: 'needle', below, limit: 7 });
      expect(hits.length).toBeLessThanOrEqual(7);
      ids.push(...hits.map((hit) => hit.id));
      below = next ?? undefined;
    } while (below);
    expect(ids).toHaveLength(26);
    expect(ids).toEqual(ids.toSorted().reverse());
    expect(new Set(ids).size).toBe(26);
  });

  test('gives pages in one order while new messages arrive', async () => {
    const { ctx, buyer: me, seller, id } = await storeConversation(db);
    const send = (from: Actor, conversationId: string, content: string) =>
      sendMessage(ctx, from, { clientId: randomUUID(), conversationId, type: 'text', content });
    const ids = [id];
    await send(me, id, 'hay');
    for (let n = 0; n < 5; n += 1) {
      const [from, to] = n % 2 ? [me, seller] : [seller, me];
      const about = { sellerId: to.id, listingId: await addListing(db, to.id), isWTB: false };
      const { conversation } = await openConversation(ctx, from, about);
      await send(from, conversation.id, 'hay');
      ids.push(conversation.id);
    }
    const sendNth = (n: number, content: string) =>
      send(n % 3 ? me : seller, ids[(n * n + (n >> 3)) % ids.length] as string, content);
    const sentIds: string[] = [];
    for (let n = 0; n < 400; n += 1) sentIds.push((await sendNth(n, n % 4 === 0 ? 'hay' : 'a needle')).id);
    const expected = sentIds.filter((_, n) => n % 4 !== 0).reverse();

    const found: string[] = [];
    let below: string | undefined;
    for (let page = 0; page === 0 || below; page += 1) {
      const { hits, next } = await searchMessages(ctx, me, { term: 'needle', below, limit: 23 });
      found.push(...hits.map((hit) => hit.id));
      below = next ?? undefined;
      await sendNth(page, 'another needle, which is newer than all that is still to come');
    }
    expect(found).toEqual(expected);
  });

  test('orders messages despite an id from the future', async () => {
    const { ctx, buyer, seller, send } = await storeConversation(db);
    const ahead = uuidv7({ msecs: Date.now() + 3_600_000 });
    const first = await send(buyer, 'word 1');
    await updateRows(db, 'messages', { id: ahead }, { id: first.id });
    const ids = [ahead, (await send(seller, 'word 2')).id, (await send(buyer, 'word 3')).id];
    expect(ids).toEqual(ids.toSorted());
    const pages: string[] = [];
    let below: string | undefined;
    do {
      const { hits, next } = await searchMessages(ctx, buyer, { term: 'word', below, limit: 1 });
      pages.push(...hits.map((hit) => hit.id));
      below = next ?? undefined;
    } while (below);
    expect(pages).toEqual(ids.reverse());
  });

  test('reads a bounded number of long messages', async () => {
    const { ctx, buyer, id } = await storeConversation(db);
    const long = 'Ça, c’est très long. '.repeat(200).slice(0, MESSAGE_MAX);
    const contentOf = (seq: number) => (seq % 600 === 1 ? `needle ${long}`.slice(0, MESSAGE_MAX) : long);
    await addMessages(db, { conversationId: id, senderId: buyer.id, count: 1_201, contentOf });
    let ticks = 0;
    let isOver = false;
    const tick = () => {
      ticks += 1;
      if (!isOver) setImmediate(tick);
    };
    tick();
    const first = await searchMessages(ctx, buyer, { term: 'needle', limit: 20 });
    isOver = true;
    expect(ticks).toBeGreaterThan(50);
    expect(first.hits.map(({ seq }) => seq)).toEqual([1_201, 601]);
    const second = await searchMessages(ctx, buyer, {
      term: 'needle',
      below: first.next ?? undefined,
      limit: 20,
    });
    expect([second.hits.map(({ seq }) => seq), second.next]).toEqual([[1], null]);
  });
});

test('an excerpt marks whole characters', () => {
  const cut = (text: string, term: string) => excerptOf(text, foldForSearch(term));
  expect(cut(`${'so '.repeat(40)}Cœur de Bœuf${' so'.repeat(60)}`, 'oeur DE')).toMatchObject({
    match: 'œur de',
  });
  const { before, after } = cut(`${'x'.repeat(200)}needle${'y'.repeat(200)}`, 'needle') ?? {};
  expect(before).toBe(`…${'x'.repeat(24)}`);
  expect(after).toBe(`${'y'.repeat(96)}…`);
  expect(cut('한국 👩‍👩‍👧 ﬁne', 'fi')).toMatchObject({ before: '한국 👩‍👩‍👧 ', match: 'ﬁ' });
  expect(cut('hay', 'needle')).toBeNull();
});

test.each([
  ["don't", 'I don’t know', 'don’t'],
  ['don’t', "I don't know", "don't"],
  ['apc', 'an A.P.C. coat', 'A.P.C'],
  ['dr martens', 'old Dr. Martens', 'Dr. Martens'],
  ['coat still', 'the coat - still', 'coat - still'],
  ['t shirt', 'a T-shirt', 'T-shirt'],
  ['coat', 'a co\u200bat', 'co\u200bat'],
])('"%s" is found in "%s"', (term, text, match) => {
  expect(foldForSearch(text)).toContain(foldForSearch(term));
  expect(excerptOf(text, foldForSearch(term))?.match).toBe(match);
});

test('an excerpt begins at a word', () => {
  const before = (text: string, term: string) => excerptOf(text, foldForSearch(term))?.before;
  expect(before('The collar has no fading, and the sleeves measure 64 cm', '64 cm')).toBe(
    '…and the sleeves measure ',
  );
  // The excerpt starts exactly at a word.
  expect(before(`left ${'x'.repeat(23)} needle`, 'needle')).toBe(`…${'x'.repeat(23)} `);
  // For a match inside a word, the excerpt starts with that word if it fits.
  expect(before(`left and right ${'x'.repeat(20)}needle`, 'needle')).toBe(`…${'x'.repeat(20)}`);
  // The beginning of the text is never cut off.
  expect(before('Is it the needle', 'needle')).toBe('Is it the ');
});

test.each([
  ['a', false],
  [' a ', false],
  ['ab', true],
  ['\u0301\u0301\u0301', false],
  ['x'.repeat(100), true],
  ['x'.repeat(101), false],
])('search term %j is accepted: %s', (term, isAccepted) => {
  expect(MessageTerm.safeParse(term).success).toBe(isAccepted);
});
