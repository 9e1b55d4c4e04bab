import { Writable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../../../scripts/free-port.ts';
import type { Database } from '../../../../server/src/platform/db/database.ts';
import { goodbyeMail } from '../../../../server/src/platform/mail/goodbye.ts';
import type { Mail, Mailer } from '../../../../server/src/platform/mail/mailer.ts';
import { recoveryMail } from '../../../../server/src/platform/mail/templates.ts';
import { MailRefused } from '../../../../server/src/platform/mail/transport.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { openOutbox } from '../../../support/data/outbox.ts';
import { readRows } from '../../../support/data/rows.ts';
import { startMailPeer } from '../../../support/peers/mail-peer.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';

const MINUTE = 60_000;
const SITE = 'https://shop.example';
const linkMail = recoveryMail('ana@example.com', `${SITE}/auth/v1/verify?token=abc&type=recovery`);
const goodbye = (i: number | string) => goodbyeMail(`person${i}@example.com`, SITE);
const recipients = (mails: string[]) => mails.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]?.trim()).sort();

async function startPeer(...args: Parameters<typeof startMailPeer>) {
  const peer = await startMailPeer(...args);
  onTestFinished(peer.close);
  return peer;
}

/** A clock that only moves when the test advances it. */
function manualClock() {
  let now = Date.now();
  return {
    clock: () => now,
    advance: (ms: number) => {
      now += ms;
    },
  };
}

describeOnBothEngines('the outbox', ({ openDb }) => {
  const post = (db: Database, outbox: Mailer, ...mails: Mail[]) =>
    db.transact(async (tx) => {
      for (const mail of mails) await outbox.post(tx, mail);
    });
  const stored = (db: Database) => readRows(db, 'mails');

  test('sends a mail with its one link', async () => {
    const db = await openDb();
    const peer = await startPeer();
    const outbox = openOutbox(db, peer.url);
    await post(db, outbox, linkMail);
    const [row] = await stored(db);
    await outbox.send();
    const [arrived = ''] = peer.mails;
    expect(arrived).toContain('From: Selvedge <no-reply@shop.example>');
    expect(arrived).toContain('To: ana@example.com');
    expect(arrived).toContain('Subject: Reset your password');
    expect(arrived).toContain('Content-Type: text/plain');
    expect(arrived).toContain('Content-Type: text/html');
    expect(arrived).toContain(`Message-ID: <${row?.id}@shop.example>`);
    expect(arrived).toContain('Auto-Submitted: auto-generated');
    expect(peer.mails).toHaveLength(1);
    expect(await stored(db)).toEqual([]);
  });

  test('reveals neither recipient nor content of a waiting mail', async () => {
    const db = await openDb();
    const outbox = openOutbox(db, `smtp://127.0.0.1:${await freePort()}`);
    await post(db, outbox, linkMail);
    const text = JSON.stringify(await stored(db));
    expect(text).toContain('sealed');
    for (const secret of ['ana@', 'token=abc', 'Reset']) expect(text).not.toContain(secret);
  });

  test('a mail of a rolled-back transaction is not sent', async () => {
    const db = await openDb();
    const outbox = openOutbox(db, `smtp://127.0.0.1:${await freePort()}`);
    const rolledBack = db.transact(async (tx) => {
      await outbox.post(tx, linkMail);
      throw new Error('undone');
    });
    await expect(rolledBack).rejects.toThrow('undone');
    expect(await stored(db)).toEqual([]);
  });

  test('retries a temporarily refused mail until accepted', async () => {
    const db = await openDb();
    const peer = await startPeer([451, 421, 451]);
    const { clock, advance } = manualClock();
    const outbox = openOutbox(db, peer.url, { clock });
    await post(db, outbox, linkMail);
    const waits: number[] = [];
    while (peer.mails.length === 0) {
      await outbox.send();
      const [row] = await stored(db);
      const wait = row ? row.dueAt.getTime() - clock() : 0;
      if (wait > 0) waits.push(wait);
      advance(wait);
    }
    expect(waits).toEqual([2_000, 2_000, 4_000]);
    expect(await readRows(db, 'queueFailures')).toHaveLength(3);
    expect(peer.mails).toHaveLength(1);
  });

  test('does not retry a permanently refused mail', async () => {
    const db = await openDb();
    const peer = await startPeer([550]);
    let logged = '';
    const sink = new Writable({
      write(chunk, _, done) {
        logged += String(chunk);
        done();
      },
    });
    const outbox = openOutbox(db, peer.url, { log: createLog('info', sink) });
    await post(db, outbox, linkMail);
    await outbox.send();
    expect(await stored(db)).toEqual([]);
    expect(await readRows(db, 'queueFailures')).toMatchObject([{ queue: 'mails' }]);
    expect(peer.mails).toHaveLength(0);
    expect(logged).toContain('mail not accepted: 550');
    expect(logged).not.toContain('ana@');
  });

  test('loses no mail in an hour without mail server', async () => {
    const db = await openDb();
    const port = await freePort();
    const { clock, advance } = manualClock();
    const outbox = openOutbox(db, `smtp://127.0.0.1:${port}`, { clock });
    await post(db, outbox, linkMail);
    for (let minute = 0; minute < 60; minute += 1) {
      await post(db, outbox, goodbye(minute));
      await outbox.send();
      advance(MINUTE);
    }
    await post(db, outbox, recoveryMail('late@example.com', SITE));
    const peer = await startPeer([], port);
    for (let minute = 0; minute < 16; minute += 1) {
      await outbox.send();
      advance(MINUTE);
    }
    const all = Array.from({ length: 60 }, (_, minute) => goodbye(minute).to);
    expect(recipients(peer.mails)).toEqual([...all, 'late@example.com'].sort());
    expect(await stored(db)).toEqual([]);
  });

  test("sends a dead node's mail after its lease", async () => {
    const db = await openDb();
    const peer = await startPeer(['silence']);
    const { clock, advance } = manualClock();
    const deadNode = openOutbox(db, peer.url, { clock });
    await post(db, deadNode, linkMail);
    void deadNode.send();
    await vi.waitUntil(() => peer.silences() === 1);
    const other = openOutbox(db, peer.url, { clock });
    await other.send();
    expect(peer.mails).toHaveLength(0);
    advance(5 * MINUTE);
    await other.send();
    expect(peer.mails).toHaveLength(1);
    expect(await stored(db)).toEqual([]);
    await peer.close();
  });

  test('two nodes send two hundred mails once each', async () => {
    const db = await openDb();
    const peer = await startPeer();
    const nodes = [openOutbox(db, peer.url), openOutbox(db, peer.url)];
    const mails = Array.from({ length: 200 }, (_, i) => goodbye(i));
    await post(db, nodes[0] as Mailer, ...mails);
    await Promise.all(nodes.map((node) => node.send()));
    await vi.waitUntil(async () => (await stored(db)).length === 0, { timeout: 50_000 });
    expect(recipients(peer.mails)).toEqual(mails.map(({ to }) => to).sort());
  });
});

test('gives up only a mail that itself is refused', () => {
  const refusal = (error: object) => new MailRefused(error).refusal;
  expect(refusal({ code: 'EENVELOPE', responseCode: 550 })).toBe('for good');
  expect(refusal({ code: 'EENVELOPE', responseCode: 450 })).toBe('not now');
  expect(refusal({ code: 'EAUTH', responseCode: 535 })).toBe('unreachable');
  expect(refusal({ code: 'ESOCKET' })).toBe('unreachable');
});
