import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { seal, unseal } from '../core/seal.ts';
import type { Database } from '../db/database.ts';
import { repeat } from '../jobs/repeat.ts';
import { createWorker } from '../jobs/worker.ts';
import type { Logger } from '../observability/log.ts';
import type { Mail, Mailer } from './mailer.ts';
import { countMails, deleteMail, dueMails, insertMail, type MailRow, putOff, takeMail } from './queries.ts';
import { MailRefused, type MailTransport } from './transport.ts';

const MINUTE = 60_000;
const LASTS_MS = 3 * 24 * 60 * MINUTE;
/** The lease on a mail, longer than any try: when its node crashes, another one takes the mail after this. */
const LEASE_MS = 5 * MINUTE;
/** Backoff: a mail waits as long again as its age, within these bounds; greylisting accepts it after some minutes. */
const WAIT_MIN_MS = 2_000;
const WAIT_MAX_MS = 15 * MINUTE;
const LOOK_MS = 5_000;
/** A random wait after the commit, so that the time of a reply does not reveal whether a mail is being sent. */
const MOMENT_MS = { min: 50, max: 150 };
const AT_ONCE = 5;
/** How long a stopping server waits for deliveries under way. */
const CLOSE_MS = 4_000;

interface OutboxParts {
  db: Database;
  log: Logger;
  transport: MailTransport;
  /** The key, 32 bytes, that stored mails are sealed with. */
  key: Uint8Array;
  /** Milliseconds since the epoch. */
  clock?: () => number;
}

export interface Outbox extends Mailer {
  /** Sends the mails that are due. Resolves when none is left, or the mail server does not answer. */
  send(): Promise<void>;
  /** How many mails are not delivered yet. */
  waiting(): Promise<number>;
  /** Stops sending; mails that are not sent yet stay in the database. */
  close(): Promise<void>;
}

/**
 * The outbox: mails are in the database from the transaction that causes them until a mail server has accepted them.
 * Any node takes a lease on one and tries it; if that node crashes, the lease ends and another node tries.
 */
export function createOutbox({ db, log, transport, key, clock = Date.now }: OutboxParts): Outbox {
  const later = (ms: number) => new Date(clock() + ms);
  /** Mails that were sent or have expired, but could not be deleted yet because the database went away. */
  const doneWith = new Set<string>();
  const waitAfter = (age: number) => Math.min(Math.max(age, WAIT_MIN_MS), WAIT_MAX_MS);

  /** @returns whether other mails are worth trying. */
  async function refused({ id, createdAt }: MailRow, error: unknown): Promise<boolean> {
    const refusal = error instanceof MailRefused ? error.refusal : 'not now';
    if (refusal === 'for good') {
      log.warn({ err: error, mailId: id }, 'a mail was given up: it was refused for good');
      await db.transact((tx) => deleteMail(tx, id));
      return true;
    }
    const wait = waitAfter(clock() - createdAt.getTime());
    log.warn({ err: error, mailId: id, retryInMs: wait }, 'a mail was not taken yet');
    await db.transact((tx) => putOff(tx, id, later(wait)));
    return refusal !== 'unreachable';
  }

  /** @returns whether other mails are worth trying. */
  async function sendOne(id: string): Promise<boolean> {
    const row = await db.transact((tx) => takeMail(tx, { id, now: later(0), until: later(LEASE_MS) }));
    if (!row) return true;
    if (!doneWith.has(id)) {
      if (row.expiresAt.getTime() <= clock()) {
        log.warn({ mailId: id }, 'a mail was given up: its time was over before a mail server took it');
      } else {
        try {
          await transport.carry(JSON.parse(unseal(row.sealed, key)) as Mail, row);
        } catch (error) {
          return refused(row, error);
        }
      }
      doneWith.add(id);
    }
    await db.transact((tx) => deleteMail(tx, id));
    doneWith.delete(id);
    return true;
  }

  const worker = createWorker(async (isClosed) => {
    while (!isClosed()) {
      const due = await db.read(async (conn) => dueMails(conn, later(0), AT_ONCE));
      const isMore = await Promise.all(due.map((mail) => sendOne(mail.id)));
      if (due.length < AT_ONCE || isMore.includes(false)) return;
    }
  }, log);
  const stop = repeat(LOOK_MS, worker.kick, log);
  let soon: NodeJS.Timeout | undefined;
  // Sends what an earlier process has left.
  void worker.kick();

  return {
    async post(tx, mail) {
      const now = new Date(clock());
      await insertMail(tx, {
        id: uuidv7(),
        sealed: seal(JSON.stringify(mail), key),
        dueAt: now,
        expiresAt: later(mail.lastsMs ?? LASTS_MS),
        createdAt: now,
      });
      tx.afterCommit(() => {
        soon = setTimeout(() => void worker.kick(), randomInt(MOMENT_MS.min, MOMENT_MS.max)).unref();
      });
    },
    send: worker.kick,
    waiting: () => db.read(async (conn) => (await countMails(conn))[0]?.count ?? 0),
    async close() {
      clearTimeout(soon);
      const patience = new AbortController();
      const done = Promise.all([worker.close(), stop()]);
      await Promise.race([done, pause(CLOSE_MS, undefined, { signal: patience.signal })]);
      patience.abort();
    },
  };
}
