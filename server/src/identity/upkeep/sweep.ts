import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { type Ends, endSessions } from '../end-sessions.ts';
import { listOverdueSessions } from '../queries.ts';
import {
  deleteEnded,
  deleteExpiredLinks,
  deleteOldAudit,
  deleteOldChallenges,
  deleteOldFlows,
  deleteSpentLimits,
  deleteUnconfirmed,
  deleteUnseenSessions,
} from './queries.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const UNCONFIRMED_MS = 7 * DAY;
/** No token of a provider elsewhere lasts as long. */
const UNSEEN_MS = 30 * DAY;
const AUDIT_MS = 365 * DAY;
/** How long ends are kept: long past the moment in which other processes look. */
export const ENDED_MS = HOUR;
/** Long enough to say of a sign-in elsewhere that its time is over. */
const FLOW_MS = HOUR;
const BATCH = 200;

interface Swept extends Ends {
  db: Database;
  config: { identity: Pick<Config['identity'], 'sessionIdle' | 'sessionMax'> };
}

/** Ends the sessions that no refresh could bring back, some at a time so that other writers get their turn. */
async function endOverdue(provider: Swept, now: number): Promise<void> {
  const { sessionIdle, sessionMax } = provider.config.identity;
  for (;;) {
    const overdue = await provider.db.transact(async (tx) => {
      const sessions = await listOverdueSessions(tx, {
        refreshedBefore: new Date(now - sessionIdle * 1000),
        createdBefore: new Date(now - sessionMax * 1000),
        limit: BATCH,
      });
      for (const { id, userId } of sessions) await endSessions(provider, tx, { userId, only: id }, 'expired');
      return sessions;
    });
    if (overdue.length < BATCH) return;
  }
}

/** Removes what remains wherever people sign in: ends that everybody has heard of, spent limits, old notes. */
async function sweepNotes(db: Database, now: number): Promise<void> {
  await db.transact((tx) => deleteEnded(tx, new Date(now - ENDED_MS)));
  await db.transact((tx) => deleteSpentLimits(tx, new Date(now)));
  await db.transact((tx) => deleteOldAudit(tx, new Date(now - AUDIT_MS)));
}

/**
 * Removes what is over where people sign in elsewhere. A session there may live on; who comes back with it is met anew,
 * so it goes without a word.
 */
export async function sweepHosted(db: Database, now = Date.now()): Promise<void> {
  await db.transact((tx) => deleteUnseenSessions(tx, new Date(now - UNSEEN_MS)));
  await sweepNotes(db, now);
}

/** Removes what is over: links, sessions, accounts that nobody confirmed, spent limits, old notes. */
export async function sweep(provider: Swept, now = Date.now()): Promise<void> {
  const { db } = provider;
  await endOverdue(provider, now);
  const before = (ms: number) => new Date(now - ms);
  await db.transact((tx) => deleteExpiredLinks(tx, before(0)));
  // What is left of the links is good.
  await db.transact((tx) => deleteUnconfirmed(tx, before(UNCONFIRMED_MS)));
  await db.transact((tx) => deleteOldFlows(tx, before(FLOW_MS)));
  await db.transact((tx) => deleteOldChallenges(tx, before(0)));
  await sweepNotes(db, now);
}
