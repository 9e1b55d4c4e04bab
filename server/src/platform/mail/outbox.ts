import { randomInt } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { seal, unseal } from '../core/seal.ts';
import type { Database } from '../db/database.ts';
import { createQueue } from '../jobs/queue.ts';
import { type QueueKind, recordFailure } from '../jobs/queue-kind.ts';
import type { Logger } from '../observability/log.ts';
import type { LiveSettings } from '../settings/follow-settings.ts';
import { type Mailer, type RenderedMail, renderMail } from './mailer.ts';
import {
  deferMail,
  deleteMail,
  dueMails,
  insertMail,
  type MailRow,
  takeMail,
  waitingMails,
} from './queries.ts';
import { MailRefused, type MailTransport } from './transport.ts';

const MINUTE = 60_000;
const LASTS_MS = 3 * 24 * 60 * MINUTE;
/** The lease on a mail, longer than any attempt: if its node crashes, another one takes over after this. */
const LEASE_MS = 5 * MINUTE;
/** Each retry waits as long as the mail's age, within these bounds: greylisting takes some minutes. */
const WAIT_MIN_MS = 2_000;
const WAIT_MAX_MS = 15 * MINUTE;
const POLL_MS = 5_000;
/** A random wait after the commit, so that response time does not reveal whether mail is sent. */
const DELAY_MS = { min: 50, max: 150 };
const CONCURRENCY = 5;

export const mailQueue: QueueKind = {
  ...{ name: 'mails', label: 'Mails', lateAfterMs: 60 * MINUTE },
  waiting: waitingMails,
};

interface OutboxParts {
  db: Database;
  log: Logger;
  transport: MailTransport;
  settings: Pick<LiveSettings, 'current'>;
  publicUrl: string;
  key: Uint8Array;
  clock?: () => number;
}

export interface Outbox extends Mailer {
  /** Sends the mails that are due. Resolves when none is left, or the mail server is unreachable. */
  send(): Promise<void>;
  /** Stops sending; unsent mails stay in the database. */
  close(): Promise<void>;
}

/** A mail is in the database from the transaction that causes it until a mail server has accepted it. */
export function createOutbox({ clock = Date.now, ...parts }: OutboxParts): Outbox {
  const { db, log, transport, settings, publicUrl, key } = parts;
  const later = (ms: number) => new Date(clock() + ms);
  /** Sent or expired mails that could not be deleted yet because the database was unavailable. */
  const finished = new Set<string>();
  const waitAfter = (age: number) => Math.min(Math.max(age, WAIT_MIN_MS), WAIT_MAX_MS);

  /** @returns whether to go on with other mails. */
  async function handleRefusal({ id, createdAt }: MailRow, error: unknown): Promise<boolean> {
    const refusal = error instanceof MailRefused ? error.refusal : 'not now';
    if (refusal === 'for good') {
      log.warn({ err: error, mailId: id }, 'mail dropped: rejected permanently');
      await db.transact(async (tx) => {
        await deleteMail(tx, id);
        await recordFailure(tx, mailQueue);
      });
      return true;
    }
    const wait = waitAfter(clock() - createdAt.getTime());
    log.warn({ err: error, mailId: id, retryInMs: wait }, 'mail delivery deferred');
    await db.transact(async (tx) => {
      await deferMail(tx, id, later(wait));
      await recordFailure(tx, mailQueue);
    });
    return refusal !== 'unreachable';
  }

  async function send(row: MailRow): Promise<boolean> {
    const { id } = row;
    if (!finished.has(id)) {
      if (row.expiresAt.getTime() <= clock()) {
        log.warn({ mailId: id }, 'mail dropped: expired before a mail server accepted it');
      } else {
        try {
          await transport.send(JSON.parse(unseal(row.sealed, key)) as RenderedMail, row);
        } catch (error) {
          return handleRefusal(row, error);
        }
      }
      finished.add(id);
    }
    await db.transact((tx) => deleteMail(tx, id));
    finished.delete(id);
    return true;
  }

  const queue = createQueue({
    ...{ kind: mailQueue, db, log, clock, pollMs: POLL_MS, concurrency: CONCURRENCY, leaseMs: LEASE_MS },
    ...{ due: dueMails, take: takeMail, work: send },
  });
  let soon: NodeJS.Timeout | undefined;

  return {
    async post(tx, mail) {
      const now = new Date(clock());
      await insertMail(tx, {
        id: uuidv7(),
        sealed: seal(JSON.stringify(renderMail(settings.current(), publicUrl, mail)), key),
        dueAt: now,
        expiresAt: later(mail.lastsMs ?? LASTS_MS),
        createdAt: now,
      });
      tx.afterCommit(() => {
        soon = setTimeout(() => void queue.kick(), randomInt(DELAY_MS.min, DELAY_MS.max)).unref();
      });
    },
    send: queue.kick,
    async close() {
      clearTimeout(soon);
      await queue.close();
    },
  };
}
