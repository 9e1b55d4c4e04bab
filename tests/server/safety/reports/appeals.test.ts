import type { QueueCounts } from '@selvedge/shared/safety/reports';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setAdmin } from '../../../../server/src/members/set-admin.ts';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { addWanted } from '../../../support/people/market.ts';
import { type Moderated, openModerated } from '../../../support/people/moderated.ts';
import { describeOnBothEngines, describeOnEngines, type Engine } from '../../../support/servers/database.ts';

const HOUR = 3_600_000;

let world: Moderated;
async function open(engine: Engine): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'] });
  world = await openModerated({ engine });
}
afterEach(() => void vi.useRealTimers());

const pass = (hours: number) => vi.setSystemTime(Date.now() + hours * HOUR);
/** Reports the subject as the buyer and decides it; returns the links to appeal. */
const decided = async (action: string, subject = 'listing', id = world.listingId) => {
  await world.report(world.buyer, subject, id);
  const open = (await world.reports()).at(-1);
  const decision = await world.decide(world.admin, open?.id, { action, note: 'The label is printed.' });
  expect(decision.status).toBe(204);
  const [person, reporter] = [await world.mailsOf(world.seller), await world.mailsOf(world.buyer)];
  return { person: person.at(-1)?.link ?? '', reporter: reporter.at(-1)?.link ?? '' };
};
const appealed = async () => (await world.reports('appealed'))[0]?.appeals.find(({ closed }) => !closed)?.id;
const statusOf = async (path: string) => (await world.shop.call('GET', path)).status;

describeOnBothEngines('an appeal', ({ engine }) => {
  beforeEach(() => open(engine));

  test('is answered by no admin who reported the same', {
    tags: ['anonymous-reporter'],
  }, async () => {
    const { submit, answer, admin, other, db, report, reports, listingId, shop } = world;
    const third = await shop.join('third', { isAdmin: true });
    await report(other, 'listing', listingId);
    const { person, reporter } = await decided('warn');
    expect(await reports('closed')).toHaveLength(2);
    await submit(person, 'It is genuine.');
    expect((await answer(other, await appealed(), 'uphold')).status).toBe(403);
    expect((await answer(admin, await appealed(), 'uphold')).status).toBe(403);
    expect((await answer(third, await appealed(), 'uphold')).status).toBe(204);
    await submit(reporter, 'Remove it.');
    await db.transact((tx) => setAdmin(tx, third.id, false));
    expect((await answer(other, await appealed(), 'uphold')).status).toBe(403);
    expect((await answer(admin, await appealed(), 'uphold')).status).toBe(204);
  });

  test('that succeeds brings back the item', async () => {
    const { submit, answer, other, seller, shop, db, listingId, mailsOf } = world;
    const wantedId = await addWanted(db, seller.id);
    for (const [subject, id, path] of [
      ['listing', listingId, `/api/listings/${listingId}`],
      ['wtb', wantedId, `/api/wtb-listings/${wantedId}`],
    ] as const) {
      const before = (await (await shop.call('GET', path)).json()) as {
        description: string | null;
        images?: string[];
      };
      const { person } = await decided('remove', subject, id);
      expect(await statusOf(path)).toBe(404);
      await submit(person, 'It is genuine.');
      expect((await answer(other, await appealed(), 'reverse')).status).toBe(204);
      const after = (await (await shop.call('GET', path)).json()) as object;
      expect(after).toMatchObject({
        description: before.description,
        ...(before.images && { images: before.images }),
      });
      expect((await mailsOf(seller)).at(-1)?.text).toContain('is back.');
    }
    expect(shop.events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['listing:changed', 'wtb:changed']),
    );
  });

  test('by the reporter that succeeds opens the report again', async () => {
    const { submit, answer, other, buyer, reports, decide, mailsOf, open } = world;
    const { reporter } = await decided('dismiss');
    expect((await submit(reporter, 'Look at the seam.')).status).toBe(200);
    expect((await answer(other, await appealed(), 'reverse')).status).toBe(204);
    expect((await mailsOf(buyer)).at(-1)?.text).toContain('The report is open again');
    const [again] = await reports();
    expect(again).toMatchObject({ closed: null, appeals: [{ closed: { outcome: 'reverse' } }] });
    expect((await decide(other, again?.id, { action: 'warn', note: 'The seam.' })).status).toBe(204);
    expect((await open((await mailsOf(buyer)).at(-1)?.link)).status).toBe(403);
  });

  test('counts in the queue with open reports', async () => {
    const { submit, report, reports, buyer, seller, shop, admin } = world;
    const counts = async (as: Actor) =>
      (await (await shop.call('GET', '/api/admin/reports/count', { as })).json()) as QueueCounts;
    expect(await counts(admin)).toEqual({ open: 0, appeals: 0, overdue: 0 });
    const { person } = await decided('warn');
    await submit(person, 'It is genuine.');
    await report(buyer);
    pass(1);
    await report(buyer, 'user', seller.id);
    expect(await counts(admin)).toEqual({ open: 2, appeals: 1, overdue: 0 });
    pass(47);
    expect(await counts(admin)).toEqual({ open: 2, appeals: 1, overdue: 2 });
    expect((await reports()).map(({ subject }) => subject)).toEqual(['listing', 'user']);
  });

  test('does not count for the admin whom it concerns', async () => {
    const { submit, report, decide, reports, mailsOf, buyer, shop, admin, other } = world;
    const counts = async (as: Actor) =>
      (await (await shop.call('GET', '/api/admin/reports/count', { as })).json()) as QueueCounts;
    await report(buyer, 'user', admin.id);
    const [open] = await reports('open', other);
    await decide(other, open?.id, { action: 'warn', note: 'Rude.' });
    await submit((await mailsOf(admin)).at(-1)?.link, 'I was not.');
    await report(buyer, 'user', admin.id);
    pass(49);
    expect(await counts(other)).toEqual({ open: 1, appeals: 1, overdue: 2 });
    expect(await counts(admin)).toEqual({ open: 0, appeals: 0, overdue: 0 });
    expect([await reports('open', admin), await reports('appealed', admin)]).toEqual([[], []]);
  });
});

describeOnEngines('an appeal', ({ engine }) => {
  beforeEach(() => open(engine));

  test('is made once by each side', {
    tags: ['appeals'],
  }, async () => {
    const { open, submit, reports } = world;
    const { person, reporter } = await decided('remove');
    const page = await open(person);
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('Your listing was removed.'),
    ]);
    expect((await submit(person, ' ')).status).toBe(422);
    const tooLong = await submit(person, 'x'.repeat(1_001));
    expect([tooLong.status, await tooLong.text()]).toEqual([422, expect.stringContaining('xxxx')]);
    expect((await submit(person.replace('as=person', 'as=reporter'), 'Please')).status).toBe(403);
    expect((await submit(person, 'It is <b>genuine</b>.')).status).toBe(200);
    expect((await submit(person, 'Again')).status).toBe(403);
    const twice = await open(person);
    expect([twice.status, await twice.text()]).toEqual([403, expect.stringContaining('already appealed')]);
    pass(30 * 24);
    expect((await open(reporter)).status).toBe(200);
    pass(1);
    const late = await submit(reporter, 'Late');
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('too late')]);
    expect((await reports('appealed'))[0]?.appeals).toMatchObject([
      { party: 'person', text: 'It is <b>genuine</b>.', closed: null },
    ]);
  });

  test('is answered by an admin who did not decide', {
    tags: ['impartial-admins'],
  }, async () => {
    const { submit, answer, admin, other, buyer, seller, mailsOf, reports, shop } = world;
    const { person } = await decided('warn');
    await submit(person, 'It is genuine.');
    const id = await appealed();
    expect((await answer(buyer, id, 'uphold')).status).toBe(403);
    expect((await answer(admin, id, 'uphold')).status).toBe(403);
    await shop.appoint(seller);
    expect((await answer(seller, id, 'reverse')).status).toBe(403);
    expect((await answer(other, id, 'uphold', ' ')).status).toBe(400);
    expect((await answer(other, id, 'uphold', 'The photo shows it.')).status).toBe(204);
    expect((await answer(other, id, 'reverse')).status).toBe(409);
    expect((await mailsOf(seller)).at(-1)).toMatchObject({
      subject: expect.stringMatching(/^Answer to your appeal on R-/),
    });
    expect((await mailsOf(seller)).at(-1)?.text).toContain('The photo shows it.');
    expect(await reports('appealed')).toEqual([]);
    expect((await reports('closed'))[0]?.appeals).toMatchObject([
      { closed: { outcome: 'uphold', reason: 'The photo shows it.', admin: { username: 'other' } } },
    ]);
    const log = (await (await shop.call('GET', '/api/admin/log', { as: admin })).json()) as object[];
    expect(log).toMatchObject([{ action: 'uphold', admin: { username: 'other' } }, { action: 'warn' }]);
  });

  test('has a link without the time of the report', {
    tags: ['anonymous-reporter'],
  }, async () => {
    const { person } = await decided('warn');
    // Unlike one of version 7, an id of version 4 contains no time.
    expect(new URL(person).searchParams.get('token')?.[14]).toBe('4');
  });

  test('is answered by the deciding admin without another one', async () => {
    const { submit, answer, admin, other, db } = world;
    const { person } = await decided('warn');
    await submit(person, 'It is genuine.');
    await db.transact((tx) => setAdmin(tx, other.id, false));
    expect((await answer(admin, await appealed(), 'uphold')).status).toBe(204);
  });

  test('that succeeds withdraws a warning', { tags: ['warnings'] }, async () => {
    const { submit, answer, other, seller, shop, mailsOf } = world;
    const { person } = await decided('warn');
    await submit(person, 'It is genuine.');
    const unread = async () =>
      (await (await shop.call('GET', '/api/warnings', { as: seller })).json()) as object[];
    expect(await unread()).toHaveLength(1);
    expect((await answer(other, await appealed(), 'reverse')).status).toBe(204);
    expect(await unread()).toEqual([]);
    expect((await mailsOf(seller)).at(-1)?.text).toContain('The warning is withdrawn.');
  });

  test('about a listing removed by its owner restores nothing', async () => {
    const { submit, answer, other, seller, shop, listingId, report, buyer, reports, decide, admin, mailsOf } =
      world;
    await report(buyer);
    await shop.call('DELETE', `/api/listings/${listingId}`, { as: seller });
    const [open] = await reports();
    await decide(admin, open?.id, { action: 'remove', note: 'A fake' });
    await submit((await mailsOf(seller)).at(-1)?.link, 'It is genuine.');
    expect((await answer(other, await appealed(), 'reverse')).status).toBe(204);
    expect((await mailsOf(seller)).at(-1)?.text).toContain('could not be restored');
    expect(await statusOf(`/api/listings/${listingId}`)).toBe(404);
  });
});
