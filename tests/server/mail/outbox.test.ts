import { Writable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import type { Database } from '../../../server/src/db/database.ts';
import { goodbyeMail } from '../../../server/src/mail/goodbye.ts';
import type { Mail, Mailer } from '../../../server/src/mail/mailer.ts';
import { recoveryMail } from '../../../server/src/mail/templates.ts';
import { MailRefused } from '../../../server/src/mail/transport.ts';
import { createLog } from '../../../server/src/observability/log.ts';
import { openOutbox } from '../../support/data/outbox.ts';
import { startMailPeer } from '../../support/peers/mail-peer.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';

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

/** A clock that is only ever put on by hand. */
function handClock() {
  let now = Date.now();
  return {
    clock: () => now,
    putOn: (ms: number) => {
      now += ms;
    },
  };
}

describeOnBothEngines('the outbox', (openDb) => {
  const post = (db: Database, outbox: Mailer, ...mails: Mail[]) =>
    db.transact(async (tx) => {
      for (const mail of mails) await outbox.post(tx, mail);
    });
  const stored = (db: Database) => db.read(async ({ q, t }) => q.select().from(t.mails));

  test('a mail arrives in two forms, with its one link and a name of its own, and nothing of it is kept', async () => {
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
    expect(peer.mails).toHaveLength(1);
    expect(await stored(db)).toEqual([]);
  });

  test('what waits in the database shows neither whom it is to nor what it says', async () => {
    const db = await openDb();
    const outbox = openOutbox(db, `smtp://127.0.0.1:${await freePort()}`);
    await post(db, outbox, linkMail);
    const text = JSON.stringify(await stored(db));
    expect(text).toContain('sealed');
    for (const secret of ['ana@', 'token=abc', 'Reset']) expect(text).not.toContain(secret);
  });

  test('a mail of a transaction that is undone is none', async () => {
    const db = await openDb();
    const outbox = openOutbox(db, `smtp://127.0.0.1:${await freePort()}`);
    const undone = db.transact(async (tx) => {
      await outbox.post(tx, linkMail);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await stored(db)).toEqual([]);
  });

  test('a mail that is refused for now is sent again until it is taken, after growing waits', async () => {
    const db = await openDb();
    const peer = await startPeer([451, 421, 451]);
    const { clock, putOn } = handClock();
    const outbox = openOutbox(db, peer.url, { clock });
    await post(db, outbox, linkMail);
    const waits: number[] = [];
    while (peer.mails.length === 0) {
      await outbox.send();
      const [row] = await stored(db);
      const wait = row ? row.dueAt.getTime() - clock() : 0;
      if (wait > 0) waits.push(wait);
      putOn(wait);
    }
    expect(waits).toEqual([2_000, 2_000, 4_000]);
    expect(peer.mails).toHaveLength(1);
  });

  test('a mail that is refused for good is not sent again, and the log names nobody', async () => {
    const db = await openDb();
    const peer = await startPeer([550]);
    let said = '';
    const sink = new Writable({
      write(chunk, _, done) {
        said += String(chunk);
        done();
      },
    });
    const outbox = openOutbox(db, peer.url, { log: createLog('info', sink) });
    await post(db, outbox, linkMail);
    await outbox.send();
    expect(await stored(db)).toEqual([]);
    expect(peer.mails).toHaveLength(0);
    expect(said).toContain('mail not accepted: 550');
    expect(said).not.toContain('ana@');
  });

  test('a mail server that is down for an hour loses nothing and gets each mail once, but no link that has ended', async () => {
    const db = await openDb();
    const port = await freePort();
    const { clock, putOn } = handClock();
    const outbox = openOutbox(db, `smtp://127.0.0.1:${port}`, { clock });
    await post(db, outbox, linkMail);
    for (let minute = 0; minute < 60; minute += 1) {
      await post(db, outbox, goodbye(minute));
      await outbox.send();
      putOn(MINUTE);
    }
    await post(db, outbox, recoveryMail('late@example.com', SITE));
    const peer = await startPeer([], port);
    for (let minute = 0; minute < 16; minute += 1) {
      await outbox.send();
      putOn(MINUTE);
    }
    const all = Array.from({ length: 60 }, (_, minute) => goodbye(minute).to);
    expect(recipients(peer.mails)).toEqual([...all, 'late@example.com'].sort());
    expect(await stored(db)).toEqual([]);
  });

  test('what a node that has ended was sending is sent by another, once its time is over', async () => {
    const db = await openDb();
    const peer = await startPeer(['silence']);
    const { clock, putOn } = handClock();
    const ended = openOutbox(db, peer.url, { clock });
    await post(db, ended, linkMail);
    void ended.send();
    await vi.waitUntil(() => peer.silences() === 1);
    const other = openOutbox(db, peer.url, { clock });
    await other.send();
    expect(peer.mails).toHaveLength(0);
    putOn(5 * MINUTE);
    await other.send();
    expect(peer.mails).toHaveLength(1);
    expect(await stored(db)).toEqual([]);
    await peer.close();
  });

  test('two nodes send two hundred mails, each once', async () => {
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

test('only what a mail server says of a mail itself gives that up', () => {
  const refusal = (error: object) => new MailRefused(error).refusal;
  expect(refusal({ code: 'EENVELOPE', responseCode: 550 })).toBe('for good');
  expect(refusal({ code: 'EENVELOPE', responseCode: 450 })).toBe('not now');
  expect(refusal({ code: 'EAUTH', responseCode: 535 })).toBe('unreachable');
  expect(refusal({ code: 'ESOCKET' })).toBe('unreachable');
});
