import type { LogEntry } from '@selvedge/shared/safety/reports';
import { beforeEach, expect, test } from 'vitest';
import { isSuspended } from '../../../../server/src/identity/accounts/is-suspended.ts';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { reportsPart } from '../../../../server/src/safety/reports/personal-data.ts';
import { type Moderated, openModerated } from '../../../support/people/moderated.ts';
import { describeOnEngines } from '../../../support/servers/database.ts';

const REASON = 'The label is printed.';
const RULE = 'Rule 4: no fakes';

describeOnEngines('a decision on a report', ({ engine }) => {
  let world: Moderated;
  beforeEach(async () => {
    world = await openModerated({ engine });
  });

  const exported = async ({ id }: Actor) => {
    const texts: string[] = [];
    const part = reportsPart(world);
    for await (const { path, content } of part.files(id)) {
      texts.push(path);
      for await (const piece of content) texts.push(String(piece));
    }
    return texts.join('');
  };

  test('is mailed with its reason', {
    tags: ['anonymous-reporter'],
  }, async () => {
    const { report, visitorReport, submit, decide, reports, mailsOf, mailsTo, buyer, seller, admin } = world;
    const filed = (await (await report(buyer, 'listing', world.listingId, 'Look!')).json()) as {
      number: string;
    };
    expect(await mailsOf(buyer)).toMatchObject([{ subject: `Your report ${filed.number}` }]);
    await visitorReport();
    await submit((await mailsTo('visitor@example.com'))[0]?.link);
    const [first, second] = await reports();
    expect((await decide(admin, first?.id, { action: 'remove', note: REASON, rule: RULE })).status).toBe(204);

    for (const [mail, number] of [
      [(await mailsOf(buyer)).at(-1), filed.number],
      [(await mailsTo('visitor@example.com')).at(-1), second?.number],
    ] as const) {
      expect(mail?.subject).toBe(`Decision on your report ${number}`);
      for (const part of ['The listing was removed.', REASON, RULE, 'No automated means', 'appeal once']) {
        expect(mail?.text).toContain(part);
      }
      expect(mail?.link).toContain('/mail/appeal?as=reporter&token=');
    }
    const [mail, ...others] = await mailsOf(seller);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Your listing was removed' });
    for (const part of [REASON, RULE, 'No automated means', 'appeal once', filed.number]) {
      expect(mail?.text).toContain(part);
    }
    const known = `${mail?.text}${mail?.html}${await exported(seller)}`;
    for (const secret of ['odile', buyer.id, 'visitor@example.com', 'Vera', 'Look!', 'reporterId']) {
      expect(known).not.toContain(secret);
    }
    expect(await exported(seller)).toContain(REASON);
    expect(await exported(buyer)).toContain(filed.number);
  });

  test('without an action is mailed to the reporter only', async () => {
    const { report, decide, reports, mailsOf, buyer, seller, admin } = world;
    await report(buyer);
    const [open] = await reports();
    expect((await decide(admin, open?.id, { action: 'dismiss', note: 'It is genuine.' })).status).toBe(204);
    expect((await mailsOf(buyer)).at(-1)?.text).toContain('No action was taken.');
    expect(await mailsOf(seller)).toEqual([]);
  });

  test('needs a reason', async () => {
    const { report, decide, reports, shop, seller, buyer, admin, listingId } = world;
    await report(buyer);
    const [open] = await reports();
    const refused = async (decision: Parameters<typeof decide>[2]) =>
      (await decide(admin, open?.id, decision)).status;
    for (const action of ['dismiss', 'remove', 'warn', 'suspend']) {
      expect(await refused({ action })).toBe(400);
      expect(await refused({ action, note: '  ' })).toBe(400);
    }
    expect(await refused({ action: 'warn', note: REASON, days: 7 })).toBe(400);
    expect(await refused({ action: 'suspend', note: REASON, days: 2 })).toBe(400);
    expect(await refused({ action: 'warn', note: REASON, rule: 'x'.repeat(201) })).toBe(400);
    // Nothing was done, or mailed.
    expect(await shop.db.read((conn) => isSuspended(conn, seller.id))).toBe(false);
    expect((await shop.call('GET', `/api/listings/${listingId}`)).status).toBe(200);
    expect(await shop.mails()).toHaveLength(1);
    expect((await decide(admin, open?.id, { action: 'suspend', note: REASON, days: 7 })).status).toBe(204);
    const [closed] = await reports('closed');
    const until = Date.parse(closed?.closed?.suspendedUntil ?? '');
    expect(until - Date.parse(closed?.closed?.at ?? '')).toBe(7 * 86_400_000);
  });

  test('that warns names what the warning is about', async () => {
    const { report, decide, reports, shop, buyer, seller, admin } = world;
    await report(buyer);
    const [open] = await reports();
    await decide(admin, open?.id, { action: 'warn', note: REASON });
    const warnings = await (await shop.call('GET', '/api/warnings', { as: seller })).json();
    expect(warnings).toMatchObject([{ about: expect.stringMatching(/^the listing “.+”$/) }]);
  });

  test('that warns is shown until the member confirms it', {
    tags: ['warnings'],
  }, async () => {
    const { report, decide, reports, shop, buyer, seller, admin } = world;
    await report(buyer);
    const [open] = await reports();
    expect((await decide(admin, open?.id, { action: 'warn', note: REASON, rule: RULE })).status).toBe(204);
    expect(shop.events.filter(({ event }) => event === 'warning:new')).toMatchObject([{ to: seller.id }]);
    const unread = async (as: Actor) =>
      (await (await shop.call('GET', '/api/warnings', { as })).json()) as { id: string }[];
    const [warning] = await unread(seller);
    expect(warning).toMatchObject({ reason: REASON, rule: RULE });
    expect(await unread(buyer)).toEqual([]);
    const read = async (as: Actor) =>
      (await shop.call('POST', `/api/warnings/${warning?.id}/read`, { as })).status;
    expect(await read(buyer)).toBe(404);
    expect(await unread(seller)).toHaveLength(1);
    expect([await read(seller), await read(seller)]).toEqual([204, 204]);
    expect(await unread(seller)).toEqual([]);
    const record = async (person: Actor) =>
      (await (
        await shop.call('GET', `/api/admin/log?person=${person.id}`, { as: admin })
      ).json()) as LogEntry[];
    expect(await record(seller)).toMatchObject([{ action: 'warn', note: REASON, person: { id: seller.id } }]);
    expect(await record(buyer)).toEqual([]);
    expect(await exported(seller)).toContain('"readAt"');
  });

  test('stays when the reporter deletes their account', {
    tags: ['reports-outlive-reporters'],
  }, async () => {
    const { report, decide, reports, db, submit, mailsOf, buyer, seller, admin } = world;
    await report(buyer, 'user', seller.id, 'I met them.');
    const [open] = await reports();
    await decide(admin, open?.id, { action: 'warn', note: REASON });
    await report(buyer, 'user', seller.id, 'I met them again.');
    const part = reportsPart({ db });
    await db.transact((tx) => part.erase(tx, buyer.id));
    const stillOpen = await reports();
    expect(stillOpen).toMatchObject([
      { reporter: null, visitor: { name: null, email: null }, details: 'I met them again.' },
    ]);
    expect(JSON.stringify(stillOpen)).not.toContain(buyer.username);
    expect(await reports('closed')).toMatchObject([
      { reporter: null, visitor: { name: null, email: null }, details: null },
    ]);
    expect((await submit((await mailsOf(seller))[0]?.link, 'It was not me.')).status).toBe(200);
    expect((await decide(admin, stillOpen[0]?.id, { action: 'dismiss' })).status).toBeLessThan(300);
    // What they wrote was kept for that decision only.
    expect(JSON.stringify(await reports('closed'))).not.toContain('I met them');
    await db.transact((tx) => part.erase(tx, seller.id));
    expect(await reports('closed')).toEqual([]);
  });
});
