import type { Line } from '@selvedge/shared/deals/holds';
import { DEAL_ANSWER_DAYS } from '@selvedge/shared/platform/limits';
import { isNotNull } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, describe, expect, test } from 'vitest';
import { endSeparatedDeals } from '../../../../server/src/deals/deals/end-proposed.ts';
import { nameOther } from '../../../../server/src/deals/deals/name-other.ts';
import { endSeparatedHolds } from '../../../../server/src/deals/holds/expire-holds.ts';
import { endSeparatedOffers } from '../../../../server/src/deals/offers/expire-offers.ts';
import { OPEN_END } from '../../../../server/src/identity/sessions/banned.ts';
import { next } from '../../../support/clients/socket.ts';
import { insertRows, readRows, updateRows } from '../../../support/data/rows.ts';
import { PASSWORD } from '../../../support/people/accounts.ts';
import { type Member, messagesOf, offer, openHaggling, statesIn } from '../../../support/people/haggle.ts';
import { runOperator } from '../../../support/people/run-operator.ts';
import { engines } from '../../../support/servers/database.ts';
import { startWorld, type World } from '../../../support/world.ts';

describe.each(engines())('offers, holds and questions about deals (%s)', (engine) => {
  let server: World;
  afterEach(() => server.close());

  /** On hold for juniper; rowan waits in the line; juniper has an open offer; another item's deal with juniper is proposed. */
  async function openAll() {
    server = await startWorld({ engine, features: ['offers', 'holds', 'deals'] });
    const world = await openHaggling(server, ['juniper', 'rowan']);
    const { seller, buyers, listing } = world;
    const [juniper, rowan] = buyers;
    const at = `/api/listings/${listing.id}`;
    await seller.call('POST', `${at}/hold`, { conversationId: juniper.conversationId, hours: 24 });
    await offer(juniper, juniper.conversationId, '300');
    await rowan.call('PUT', `${at}/line`);
    const sold = await sellAnother(seller, juniper);
    return { ...world, at, sold, juniper, rowan };
  }

  async function sellAnother(seller: Member, buyer: Member) {
    const { db } = server;
    const [listing] = await readRows(db, 'listings', { sellerId: seller.id });
    if (!listing) throw new Error('the seller has no listing');
    const id = crypto.randomUUID();
    await insertRows(db, 'listings', { ...listing, id, holdConversationId: null, holdUntil: null });
    const conversation = await buyer.openConversation({ ...listing, id } as never);
    await buyer.call('POST', '/api/messages', {
      conversationId: conversation.id,
      type: 'text',
      content: 'Hi',
    });
    await seller.call('PATCH', `/api/listings/${id}/sold`);
    const actor = { id: seller.id, username: 'seller' } as never;
    const about = { listingId: id, wantedId: null };
    await nameOther(server.product.ctx, actor, about, conversation.id);
    return conversation.id;
  }

  /** What is still pending anywhere. */
  const pending = () =>
    server.db.read(async ({ q, t }) => ({
      open: (await q.select({ state: t.offers.state }).from(t.offers)).filter(({ state }) => state === 'open')
        .length,
      holds: (await q.select({ until: t.listings.holdUntil }).from(t.listings)).filter(({ until }) => until)
        .length,
      deals: (await q.select({ id: t.deals.id }).from(t.deals)).length,
      places: (await q.select({ id: t.linePlaces.id }).from(t.linePlaces)).length,
    }));
  const NOTHING = { open: 0, holds: 0, deals: 0, places: 0 };

  test('end when one member blocks the other', async () => {
    const { seller, juniper, rowan } = await openAll();
    expect(await pending()).toEqual({ open: 1, holds: 1, deals: 1, places: 1 });
    const socket = rowan.connect();
    await next(socket, 'unread');
    const freed = next(socket, 'listing:freed');
    expect((await juniper.request('PUT', `/api/blocks/${seller.id}`)).status).toBe(204);
    await freed;
    socket.disconnect();
    expect(await pending()).toEqual(NOTHING);
    expect(await statesIn(juniper, juniper.conversationId)).toEqual(['void']);
  });

  test('end when the operator suspends the member', async () => {
    const { juniper } = await openAll();
    const { username } = await juniper.call<{ username: string }>('GET', '/api/auth/user');
    await runOperator(['user', 'suspend', username], server.env);
    await expect.poll(pending, { timeout: 5_000 }).toEqual(NOTHING);
  });

  test('that began while the member was suspended end within a minute', async () => {
    const { juniper } = await openAll();
    await updateRows(server.db, 'authUsers', { bannedUntil: OPEN_END }, { id: juniper.id });
    // The jobs that run every minute.
    const { ctx } = server.product;
    await endSeparatedOffers(ctx);
    await endSeparatedHolds(ctx);
    await endSeparatedDeals(ctx);
    expect(await pending()).toEqual(NOTHING);
  });

  test('of a suspended seller end without freeing the listing', async () => {
    const { seller, juniper, rowan, listing } = await openAll();
    const as = await server.join('admin', { isAdmin: true });
    const report = await juniper.call<{ id: string }>('POST', '/api/reports', {
      ...{ subject: 'listing', id: listing.id, reason: 'scam' },
    });
    const socket = rowan.connect();
    await next(socket, 'unread');
    const events: string[] = [];
    socket.onAny((name: string) => events.push(name));
    const json = { action: 'suspend', note: 'Scam' };
    const suspended = await server.call('POST', `/api/admin/reports/${report.id}/resolve`, { as, json });
    expect(suspended.status).toBe(204);
    expect(await pending()).toEqual(NOTHING);
    await expect.poll(() => events, { timeout: 5_000 }).toContain('listing:removed');
    expect(events).not.toContain('listing:freed');
    socket.disconnect();
    expect(await statesIn(juniper, juniper.conversationId)).toEqual(['void']);
    expect((await seller.request('GET', '/api/conversations')).status).toBe(401);
  });

  test('end with the account of either member', async () => {
    for (const who of ['juniper', 'seller'] as const) {
      const world = await openAll();
      const socket = world.rowan.connect();
      await next(socket, 'unread');
      const events: string[] = [];
      socket.onAny((name: string) => events.push(name));
      expect((await world[who].request('DELETE', '/api/auth/user', { password: PASSWORD })).status).toBe(204);
      const { places, ...others } = await pending();
      expect(others).toEqual({ open: 0, holds: 0, deals: 0 });
      expect(places).toBe(0);
      // The seller's listing goes with the account, so it does not free up.
      const expected = who === 'seller' ? 'listing:removed' : 'listing:freed';
      await expect.poll(() => events, { timeout: 5_000 }).toContain(expected);
      expect(events.includes('listing:freed')).toBe(who !== 'seller');
      socket.disconnect();
      if (who === 'juniper') await server.close();
    }
  });

  test('end when an admin removes their message', async () => {
    const { juniper, seller, sold } = await openAll();
    const as = await server.join('admin', { isAdmin: true });
    /** Reports the message of the other member that carries the field, and lets the admin remove it. */
    const remove = async (by: Member, conversationId: string, field: 'offer' | 'deal') => {
      const message = (await messagesOf(by, conversationId)).find((one) => one[field]);
      const report = await by.call<{ id: string }>('POST', '/api/reports', {
        ...{ subject: 'message', id: message?.id, reason: 'scam' },
      });
      const json = { action: 'remove', note: 'Scam' };
      const { status } = await server.call('POST', `/api/admin/reports/${report.id}/resolve`, { as, json });
      expect(status).toBe(204);
    };
    await remove(seller, juniper.conversationId, 'offer');
    expect(await pending()).toMatchObject({ open: 0, deals: 1 });
    expect(await statesIn(seller, juniper.conversationId)).toEqual([]);
    await remove(juniper, sold, 'deal');
    expect((await pending()).deals).toBe(0);
  });

  test('end by themselves when the time is up', async () => {
    const { seller, juniper } = await openAll();
    const past = new Date(Date.now() - 1_000);
    const longAgo = new Date(Date.now() - (DEAL_ANSWER_DAYS + 1) * 24 * 3_600_000);
    await server.db.transact(async ({ q, t }) => {
      await q.update(t.offers).set({ expiresAt: past }).returning();
      await q.update(t.listings).set({ holdUntil: past }).where(isNotNull(t.listings.holdUntil)).returning();
      await q.update(t.deals).set({ proposedAt: longAgo }).returning();
    });
    await expect.poll(pending, { timeout: 60_000 }).toEqual(NOTHING);
    expect(await statesIn(seller, juniper.conversationId)).toEqual(['expired']);
  });

  test('are in the data that a member exports', async () => {
    const { juniper, rowan, listing } = await openAll();
    const read = async (member: Member, path: string): Promise<unknown> => {
      const archive = await (await member.request('GET', '/api/auth/export')).arrayBuffer();
      return JSON.parse(strFromU8(unzipSync(new Uint8Array(archive))[path] ?? new Uint8Array()));
    };
    expect(await read(juniper, 'offers.json')).toMatchObject([
      { conversationId: juniper.conversationId, amount: '300.00', listingPrice: '365.00', state: 'open' },
    ]);
    expect(await read(juniper, 'holds.json')).toMatchObject([
      { listingId: listing.id, title: listing.title, conversationId: juniper.conversationId },
    ]);
    expect(await read(rowan, 'lines.json')).toMatchObject([{ listingId: listing.id, title: listing.title }]);
    for (const path of ['offers.json', 'deals.json']) expect(await read(rowan, path)).toEqual([]);
  });

  test('show each member of a line their own part', async () => {
    const { seller, juniper, rowan, at } = await openAll();
    expect(await seller.call<Line>('GET', `${at}/line`)).toMatchObject({
      isOnHold: true,
      hold: { until: expect.any(String) },
      place: null,
      people: [{ person: { id: rowan.id }, conversationId: rowan.conversationId }],
    });
    expect(await juniper.call<Line>('GET', `${at}/line`)).toMatchObject({ place: null, people: null });
    expect(await rowan.call<Line>('DELETE', `${at}/line`)).toEqual({
      ...{ isOnHold: true, hold: null, place: null, people: null },
    });
    expect((await juniper.request('DELETE', `${at}/hold`)).status).toBe(204);
    expect(await seller.call<Line>('GET', `${at}/line`)).toMatchObject({ isOnHold: false, hold: null });
  });
});
