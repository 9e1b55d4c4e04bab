import type { Deal } from '@selvedge/shared/deals/deals';
import type { OwnVouch, SignedVouches } from '@selvedge/shared/deals/vouches';
import type { ListingDetails } from '@selvedge/shared/items/listings';
import type { LogEntry, Report } from '@selvedge/shared/safety/reports';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { openVouching, type Vouching } from '../../../support/people/vouching.ts';
import { describeOnEngines } from '../../../support/servers/database.ts';

const REASON = 'It names a third person.';

describeOnEngines('a public vouch', ({ engine }) => {
  let world: Vouching;
  let dealId: string;
  let vouch: OwnVouch;
  beforeEach(async () => {
    world = await openVouching({ engine });
    dealId = await world.addDeal();
    vouch = (await (await world.write(world.buyer, dealId, 'bad', 'Ask Jane Doe.')).json()) as OwnVouch;
    world.later(14);
  });
  afterEach(() => void vi.useRealTimers());

  const get = async <T>(as: Actor | null, path: string): Promise<T> =>
    (await (await world.shop.call('GET', path, { ...(as && { as }) })).json()) as T;
  const remove = (as: Actor, reason: string | undefined = REASON) =>
    world.shop.call('DELETE', `/api/admin/vouches/${vouch.id}`, { as, json: { reason } });
  const shown = async () => {
    const { vouches, trust } = await get<SignedVouches>(null, '/api/users/marlow/vouches');
    const { seller } = await get<ListingDetails>(null, `/api/listings/${world.listingId}`);
    return [vouches.length, trust.vouches, seller.trust?.vouches];
  };

  test('removed by an admin no longer counts', async () => {
    const { shop, buyer, seller, admin, exported, announce, notices } = world;
    expect(await shown()).toEqual([1, 1, 1]);
    expect((await remove(admin, '  ')).status).toBe(400);
    expect((await remove(seller)).status).toBe(403);
    expect((await remove(admin)).status).toBe(204);
    expect((await remove(admin)).status).toBe(404);
    expect(await shown()).toEqual([0, 0, 0]);
    expect(await shop.mails()).toMatchObject([
      {
        to: `${buyer.username}@example.com`,
        subject: 'Your vouch was removed',
        text: expect.stringContaining(REASON),
      },
    ]);
    const [deal] = await get<Deal[]>(buyer, '/api/deals');
    expect(deal?.vouch).toMatchObject({ rating: 'bad', removal: { reason: REASON, at: expect.any(String) } });
    const [entry] = await get<LogEntry[]>(admin, '/api/admin/log');
    expect(entry).toMatchObject({
      ...{ action: 'remove', subject: 'vouch', subjectId: vouch.id, note: REASON },
      ...{ admin: { id: admin.id }, person: { id: buyer.id } },
    });
    expect([await exported(seller), await exported(buyer)]).toEqual([
      expect.not.stringContaining('Jane Doe'),
      expect.stringContaining(REASON),
    ]);
    // No notification follows that it is public.
    await announce();
    expect([(await shop.mails()).length, await notices()]).toEqual([1, []]);
  });

  test('that was removed cannot be written again', async () => {
    const { shop, buyer, seller, admin, write } = world;
    await remove(admin);
    const again = await write(buyer, dealId);
    expect([again.status, await again.json()]).toMatchObject([
      409,
      { message: 'An admin has removed this vouch.' },
    ]);
    const answer = { as: seller, json: { text: 'No' } };
    expect((await shop.call('POST', `/api/vouches/${vouch.id}/answer`, answer)).status).toBe(404);
    const report = { as: seller, json: { subject: 'vouch', id: vouch.id, reason: 'other' } };
    expect((await shop.call('POST', '/api/reports', report)).status).toBe(404);
    // The other member's is public at once: theirs was before.
    expect((await write(seller, dealId)).status).toBe(200);
    expect((await get<SignedVouches>(null, '/api/users/odile/vouches')).vouches).toHaveLength(1);
  });

  test('can be reported', async () => {
    const { shop, buyer, seller, admin } = world;
    const filed = { subject: 'vouch', id: vouch.id, reason: 'harassment' };
    expect((await shop.call('POST', '/api/reports', { as: buyer, json: filed })).status).toBe(400);
    expect((await shop.call('POST', '/api/reports', { as: seller, json: filed })).status).toBe(201);
    const [report] = await get<Report[]>(admin, '/api/admin/reports');
    expect(report).toMatchObject({
      ...{ subject: 'vouch', person: { id: buyer.id } },
      evidence: { title: 'Bad · Trucker', text: 'Ask Jane Doe.' },
    });
    const resolve = (json: object) =>
      shop.call('POST', `/api/admin/reports/${report?.id}/resolve`, { as: admin, json });
    const unexplained = await resolve({ action: 'remove' });
    expect([unexplained.status, await shown()]).toEqual([400, [1, 1, 1]]);
    expect((await resolve({ action: 'remove', note: REASON })).status).toBe(204);
    expect(await shown()).toEqual([0, 0, 0]);
    const decided = { text: expect.stringContaining(REASON) };
    expect(await shop.mails()).toMatchObject([
      { to: `${seller.username}@example.com`, subject: expect.stringMatching(/^Your report R-/) },
      { to: `${seller.username}@example.com`, subject: expect.stringMatching(/^Decision on/), ...decided },
      { to: `${buyer.username}@example.com`, subject: 'Your vouch was removed', ...decided },
    ]);
    expect(await get<LogEntry[]>(admin, '/api/admin/log')).toMatchObject([
      { subject: 'vouch', note: REASON },
    ]);
  });

  test('stays when either member blocks the other', async () => {
    const { shop, buyer, seller, admin } = world;
    await shop.call('PUT', `/api/blocks/${buyer.id}`, { as: seller });
    expect(await shown()).toEqual([1, 1, 1]);
    expect((await get<SignedVouches>(seller, '/api/users/marlow/vouches')).vouches).toHaveLength(1);
    // As any page of a member who has blocked the viewer.
    expect((await shop.call('GET', '/api/users/marlow/vouches', { as: buyer })).status).toBe(404);
    for (const own of [buyer, seller]) {
      await shop.appoint(own);
      expect((await remove(own)).status).toBe(403);
    }
    expect((await remove(admin)).status).toBe(204);
  });
});
