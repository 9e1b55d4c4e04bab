import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { MESSAGES_SHOWN } from '@selvedge/shared/safety/report-reasons';
import type { LogEntry, Report } from '@selvedge/shared/safety/reports';
import { beforeEach, expect, test } from 'vitest';
import { openConversation } from '../../../../server/src/conversations/open-conversation.ts';
import { sendMessage } from '../../../../server/src/conversations/send-message.ts';
import { isSuspended } from '../../../../server/src/identity/accounts/is-suspended.ts';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { readRows } from '../../../support/data/rows.ts';
import { addListing, addWanted } from '../../../support/people/market.ts';
import { describeOnBothEngines, describeOnEngines, type Engine } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

let shop: World;
let seller: Actor;
let buyer: Actor;
let admin: Actor;
async function open(engine: Engine): Promise<void> {
  shop = await openWorld({ engine });
  seller = await shop.join('marlow');
  buyer = await shop.join('odile');
  admin = await shop.join('admin', { isAdmin: true });
}

async function report(as: Actor | undefined, subject: string, id: string, more: object = {}) {
  // The queue has no order within a millisecond.
  await setTimeout(2);
  return shop.call('POST', '/api/reports', {
    ...(as && { as }),
    json: { subject, id, reason: 'scam', ...more },
  });
}
const queue = async (state = 'open', as = admin) => {
  const response = await shop.call('GET', `/api/admin/reports?state=${state}`, { as });
  return (await response.json()) as Report[];
};
const log = async () =>
  (await (await shop.call('GET', '/api/admin/log', { as: admin })).json()) as LogEntry[];
const resolve = async (as: Actor, id: string | undefined, action: string, note = 'Checked') =>
  (await shop.call('POST', `/api/admin/reports/${id}/resolve`, { as, json: { action, note } })).status;
/** Sends messages alternately from buyer and seller. @returns their ids. */
async function conversation(...texts: string[]): Promise<string[]> {
  const ctx = shop.product.ctx;
  const listingId = await addListing(shop.db, seller.id);
  const about = { sellerId: seller.id, listingId, isWTB: false };
  const { id: conversationId } = (await openConversation(ctx, buyer, about)).conversation;
  const sent: string[] = [];
  for (const [i, content] of texts.entries()) {
    const input = { clientId: randomUUID(), conversationId, type: 'text' as const, content };
    sent.push((await sendMessage(ctx, i % 2 ? seller : buyer, input)).id);
  }
  return sent;
}

describeOnBothEngines('reports', ({ engine }) => {
  beforeEach(() => open(engine));

  test('show admins every subject as it was reported', {
    tags: ['edited-item-reports'],
  }, async () => {
    const listing = await addListing(shop.db, seller.id, { description: 'Worn twice.' });
    const wanted = await addWanted(shop.db, seller.id);
    const [, message = ''] = await conversation('Hello', 'Pay me by gift card');
    for (const [subject, id] of [
      ['listing', listing],
      ['wtb', wanted],
      ['user', seller.id],
      ['message', message],
    ] as const) {
      expect((await report(buyer, subject, id, { details: ' Look! ' })).status, subject).toBe(201);
    }
    const edited = { title: 'Coat', brand: 'Visvim', size: '4', maxPrice: '10' };
    await shop.call('PUT', `/api/wtb-listings/${wanted}`, { as: seller, json: edited });
    await shop.call('DELETE', `/api/listings/${listing}`, { as: seller });
    const reports = await queue();
    const evidenceOf = (subject: string) => reports.find((one) => one.subject === subject)?.evidence;
    expect(evidenceOf('listing')).toMatchObject({
      title: 'Type II trucker, sashiko lining',
      text: 'Worn twice.',
      ...{ brand: 'Kapital', size: 'L', price: '365.00' },
    });
    expect(evidenceOf('wtb')).toMatchObject({
      title: 'Ring coat, indigo',
      ...{ brand: 'Kapital', size: '3', price: '900.00', imageUrls: [] },
    });
    expect(evidenceOf('user')).toMatchObject({ title: 'marlow', brand: null, imageUrls: [] });
    expect(evidenceOf('message')).toEqual({
      title: '',
      text: 'Pay me by gift card',
      ...{ brand: null, size: null, price: null },
      imageUrls: [],
      before: [],
      versions: [],
      unsentAt: null,
      samePhotos: null,
    });
    for (const one of reports) {
      expect(one).toMatchObject({
        reason: 'scam',
        details: 'Look!',
        reporter: { username: 'odile' },
        person: { username: 'marlow' },
        closed: null,
      });
    }
  });

  test('show only the messages that the reporter chose', {
    tags: ['role-table'],
  }, async () => {
    const texts = Array.from({ length: 10 }, (_, i) => `message ${i}`);
    const sent = await conversation(...texts);
    await report(buyer, 'message', sent[9] ?? '', { showBefore: true });
    const [shown] = await queue();
    expect(shown?.evidence.before).toEqual(
      texts.slice(9 - MESSAGES_SHOWN, 9).map((text, i) => ({ text, isReporters: (4 + i) % 2 === 0 })),
    );
    expect(JSON.stringify(shown)).not.toContain('message 3');
    await report(buyer, 'message', sent[7] ?? '', { showBefore: false });
    expect((await queue())[1]?.evidence).toMatchObject({ text: 'message 7', before: [] });
  });

  test('are merged while open', async () => {
    const listing = await addListing(shop.db, seller.id);
    const responses = await Promise.all(Array.from({ length: 5 }, () => report(buyer, 'listing', listing)));
    expect(responses.map((one) => one.status).toSorted()).toEqual([200, 200, 200, 200, 201]);
    const ids = await Promise.all(responses.map(async (one) => ((await one.json()) as { id: string }).id));
    expect(new Set(ids).size).toBe(1);
    expect(await resolve(admin, ids[0], 'dismiss')).toBe(204);
    expect((await report(buyer, 'listing', listing)).status).toBe(201);
  });

  test('are closed for every reporter by a removal', async () => {
    const listing = await addListing(shop.db, seller.id);
    const wanted = await addWanted(shop.db, seller.id);
    for (const person of [buyer, admin]) await report(person, 'listing', listing);
    await report(buyer, 'wtb', wanted);
    const [listingReport, , wtbReport] = await queue();
    expect(await resolve(admin, listingReport?.id, 'remove', 'A fake')).toBe(204);
    expect(await resolve(admin, wtbReport?.id, 'remove')).toBe(204);
    for (const path of [`/api/listings/${listing}`, `/api/wtb-listings/${wanted}`]) {
      expect((await shop.call('GET', path)).status).toBe(404);
    }
    expect(await queue()).toEqual([]);
    expect((await queue('closed')).map(({ closed }) => closed?.action)).toEqual([
      'remove',
      'remove',
      'remove',
    ]);
    expect(await log()).toMatchObject([
      {
        action: 'remove',
        subject: 'wtb',
        subjectId: wanted,
        person: { username: 'marlow' },
        note: 'Checked',
      },
      {
        action: 'remove',
        subject: 'listing',
        subjectId: listing,
        admin: { username: 'admin' },
        note: 'A fake',
      },
    ]);
    expect(await resolve(admin, listingReport?.id, 'dismiss')).toBe(409);
  });
});

describeOnEngines('reports', ({ engine }) => {
  beforeEach(() => open(engine));

  test('are refused for whatever the reporter cannot see', async () => {
    const listing = await addListing(shop.db, seller.id);
    const [message = ''] = await conversation('Hello', 'Hi');
    expect((await report(undefined, 'listing', listing)).status).toBe(401);
    expect((await report(seller, 'listing', listing)).status).toBe(400);
    expect((await report(seller, 'user', seller.id)).status).toBe(400);
    expect((await report(buyer, 'message', message)).status).toBe(400);
    expect((await report(seller, 'message', message)).status).toBe(201);
    expect((await report(admin, 'message', message)).status).toBe(404);
    expect((await report(buyer, 'listing', randomUUID())).status).toBe(404);
    expect((await report(buyer, 'listing', listing, { reason: 'ugly' })).status).toBe(400);
    expect((await report(buyer, 'listing', listing, { memberId: buyer.id })).status).toBe(400);
  });

  test('can only be decided by admins', async () => {
    const listing = await addListing(shop.db, seller.id);
    const { id } = (await (await report(buyer, 'listing', listing)).json()) as { id: string };
    for (const person of [seller, buyer]) {
      expect((await shop.call('GET', '/api/admin/reports', { as: person })).status).toBe(403);
      expect((await shop.call('GET', '/api/admin/log', { as: person })).status).toBe(403);
      expect(await resolve(person, id, 'remove')).toBe(403);
    }
    expect(await queue()).toHaveLength(1);
    expect((await shop.call('GET', `/api/listings/${listing}`)).status).toBe(200);
  });

  test('of a message are closed by its removal', async () => {
    const [, message = ''] = await conversation('Hello', 'Pay me by gift card', 'No');
    await report(buyer, 'message', message);
    const [open] = await queue();
    expect(await resolve(admin, open?.id, 'remove')).toBe(204);
    const stored = await readRows(shop.db, 'messages');
    expect(stored.map(({ seq, content }) => [seq, content]).toSorted()).toEqual([
      [1, 'Hello'],
      [2, ''],
      [3, 'No'],
    ]);
    const changes = () => shop.events.filter(({ event }) => event === 'message:changed');
    await expect
      .poll(() =>
        changes()
          .map(({ to }) => to)
          .toSorted(),
      )
      .toEqual([seller.id, buyer.id].toSorted());
    for (const { payload } of changes()) {
      expect(payload).toMatchObject({ message: { id: message, seq: 2, content: '', isRemoved: true } });
    }
    expect((await report(buyer, 'message', message)).status).toBe(404);
  });

  test('of a member can end in a suspension', {
    tags: ['impartial-admins'],
  }, async () => {
    await report(buyer, 'user', seller.id);
    const [open] = await queue();
    expect(await resolve(admin, open?.id, 'remove')).toBe(400);
    expect(await resolve(admin, open?.id, 'suspend')).toBe(204);
    expect(await shop.db.read((conn) => isSuspended(conn, seller.id))).toBe(true);
    await report(buyer, 'user', admin.id);
    const other = await shop.join('other', { isAdmin: true });
    const [aboutAdmin] = await queue('open', other);
    expect(aboutAdmin?.reporter?.username).toBe('odile');
    expect(await resolve(admin, aboutAdmin?.id, 'dismiss')).toBe(403);
    expect(await queue()).toEqual([]);
    expect(await resolve(other, aboutAdmin?.id, 'dismiss')).toBe(204);
    const idsOf = async (as: Actor) => (await queue('closed', as)).map(({ id }) => id);
    expect(await idsOf(admin)).toEqual([open?.id]);
    expect(await idsOf(other)).toEqual([aboutAdmin?.id, open?.id]);
  });

  test('of an item already removed can be decided', async () => {
    const listing = await addListing(shop.db, seller.id);
    await report(buyer, 'listing', listing);
    await shop.call('DELETE', `/api/listings/${listing}`, { as: seller });
    const [open] = await queue();
    expect(await resolve(admin, open?.id, 'remove')).toBe(204);
  });

  test("an admin's removal without a report is logged", { tags: ['admin-removals'] }, async () => {
    const listing = await addListing(shop.db, seller.id);
    expect((await shop.call('DELETE', `/api/admin/listings/${listing}`, { as: admin })).status).toBe(204);
    expect(await log()).toMatchObject([{ action: 'remove', subject: 'listing', subjectId: listing }]);
  });
});
