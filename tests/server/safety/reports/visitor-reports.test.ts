import { randomUUID } from 'node:crypto';
import { CONFIRM_REPORT_HOURS } from '@selvedge/shared/safety/report-reasons';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eraseExpiredReports } from '../../../../server/src/safety/reports/erase-expired.ts';
import { readRows } from '../../../support/data/rows.ts';
import { type Moderated, openModerated } from '../../../support/people/moderated.ts';
import { describeOnBothEngines, describeOnEngines, type Engine } from '../../../support/servers/database.ts';

const VISITOR = 'visitor@example.com';
const HOUR = 3_600_000;

let world: Moderated;
async function open(engine: Engine): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'] });
  world = await openModerated({ engine });
}
afterEach(() => void vi.useRealTimers());

const pass = (hours: number) => vi.setSystemTime(Date.now() + hours * HOUR);
const linkOf = async () => (await world.mailsTo(VISITOR)).at(-1)?.link;

describeOnBothEngines('a report without an account', ({ engine }) => {
  beforeEach(() => open(engine));

  test('reaches the admins once its address is confirmed', {
    tags: ['visitor-reports', 'clean-mails'],
  }, async () => {
    const { visitorReport, mailsTo, reports, open, submit, listingId } = world;
    const filed = await visitorReport();
    expect(filed.status).toBe(201);
    const { number } = (await filed.json()) as { number: string };
    expect(number).toMatch(/^R-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/);
    expect(await reports()).toEqual([]);
    const [mail] = await mailsTo(VISITOR);
    expect(mail).toMatchObject({ subject: `Confirm your report ${number}` });
    expect(mail?.text).toContain('reported a listing with this address');

    // Programs open every link in a mail: only the button confirms.
    const page = await open(await linkOf());
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(number)]);
    expect(await reports()).toEqual([]);
    const done = await submit(await linkOf());
    expect([done.status, await done.text()]).toEqual([
      200,
      expect.stringContaining(`Report ${number} is sent`),
    ]);
    expect(await reports()).toMatchObject([
      {
        ...{ number, subject: 'listing', subjectId: listingId, reason: 'counterfeit' },
        ...{ details: 'The label is printed.', reporter: null, person: { username: 'marlow' } },
        visitor: { name: 'Vera Visitor', email: VISITOR },
        evidence: { text: 'Worn twice.' },
      },
    ]);
    expect(await mailsTo(VISITOR)).toHaveLength(2);
    expect((await mailsTo(VISITOR))[1]).toMatchObject({ subject: `Your report ${number}` });
    expect((await mailsTo(VISITOR))[1]?.text).toContain('the listing “Type II trucker, sashiko lining”');
    // Nobody else got a mail.
    expect(await world.shop.mails()).toHaveLength(2);
  });
});

describeOnEngines('a report without an account', ({ engine }) => {
  beforeEach(() => open(engine));

  test('is confirmed only through its own link', {
    tags: ['visitor-reports'],
  }, async () => {
    const { visitorReport, reports, open, submit } = world;
    await visitorReport();
    const link = (await linkOf()) ?? '';
    expect((await submit(link.replace(/token=../, 'token=00'))).status).toBe(403);
    expect((await submit(link)).status).toBe(200);
    expect((await open(link)).status).toBe(403);
    expect((await submit(link)).status).toBe(403);
    expect(await reports()).toHaveLength(1);

    await visitorReport({ email: 'late@example.com' });
    const late = (await world.mailsTo('late@example.com'))[0]?.link;
    pass(CONFIRM_REPORT_HOURS);
    expect((await open(late)).status).toBe(200);
    pass(1);
    expect((await open(late)).status).toBe(403);
    expect((await submit(late)).status).toBe(403);
    await eraseExpiredReports(world.db, Date.now());
    expect(await readRows(world.db, 'pendingReports')).toEqual([]);
  });

  test('twice from one address is one while open', async () => {
    const { visitorReport, reports, submit } = world;
    for (const name of ['Vera', 'Vera V.']) {
      await visitorReport({ name });
      expect((await submit(await linkOf())).status).toBe(200);
    }
    expect(await reports()).toHaveLength(1);
  });

  test('of something that is gone says so', async () => {
    const { visitorReport, shop, seller, listingId, submit, reports } = world;
    await visitorReport();
    await shop.call('DELETE', `/api/listings/${listingId}`, { as: seller });
    const gone = await submit(await linkOf());
    expect([gone.status, await gone.text()]).toEqual([200, expect.stringContaining('nothing to report')]);
    expect(await reports()).toEqual([]);
    expect((await visitorReport({ id: randomUUID() })).status).toBe(404);
  });

  test('is taken from outside a browser', async () => {
    expect((await world.visitorReport()).status).toBe(201);
  });

  test('is refused from another site', {
    tags: ['visitor-reports'],
  }, async () => {
    const { visitorReport, shop } = world;
    expect((await visitorReport({}, { origin: 'https://elsewhere.example' })).status).toBe(403);
    expect((await visitorReport({}, { origin: shop.url })).status).toBe(201);
    const bad = async (json: object) => {
      const response = await visitorReport(json);
      return [response.status, ((await response.json()) as { message: string }).message];
    };
    expect(await bad({ subject: 'message' })).toEqual([400, 'Invalid input']);
    expect(await bad({ email: 'nobody' })).toEqual([400, 'Enter a valid e-mail address']);
    expect(await bad({ email: undefined })).toEqual([400, 'Enter a valid e-mail address']);
    expect(await bad({ reason: undefined })).toEqual([400, 'Please choose a reason']);
    expect(await bad({ details: 'x'.repeat(1_001) })).toEqual([400, 'Details can be up to 1,000 characters']);
    expect(await bad({ name: 'x'.repeat(101) })).toEqual([400, 'Your name can be up to 100 characters']);
    expect(await shop.mails()).toHaveLength(1);
  });

  test('loses its address once no appeal is possible', {
    tags: ['visitor-data'],
  }, async () => {
    const { visitorReport, submit, reports, decide, admin, open } = world;
    await visitorReport();
    await submit(await linkOf());
    const [report] = await reports();
    await decide(admin, report?.id, { action: 'dismiss', note: 'It is genuine.' });
    const appeal = await linkOf();
    const visitor = async () => {
      await eraseExpiredReports(world.db, Date.now());
      return (await reports('closed'))[0]?.visitor;
    };
    pass(30 * 24);
    expect((await open(appeal)).status).toBe(200);
    expect(await visitor()).toEqual({ name: 'Vera Visitor', email: VISITOR });
    expect((await submit(appeal, 'Look at the seam.')).status).toBe(200);
    pass(40 * 24);
    expect(await visitor()).toEqual({ name: 'Vera Visitor', email: VISITOR });
    const [appealed] = await reports('appealed');
    expect((await world.answer(world.other, appealed?.appeals[0]?.id, 'uphold')).status).toBe(204);
    expect((await world.mailsTo(VISITOR)).at(-1)?.text).toContain('It stays.');
    expect(await visitor()).toEqual({ name: null, email: null });
  });
});
