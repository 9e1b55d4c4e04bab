import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/database.ts';
import { listOverdueSessions } from '../queries.ts';
import { type Ends, endSessions } from '../sessions/end-sessions.ts';
import {
  deleteEnded,
  deleteExpiredLinks,
  deleteOldAudit,
  deleteOldChallenges,
  deleteOldFlows,
  deleteOldNonces,
  deleteOldPasskeyChallenges,
  deleteSpentLimits,
  deleteUnconfirmed,
  deleteUnseenSessions,
} from './queries.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const UNCONFIRMED_MS = 7 * DAY;
/** Longer than any token of a hosted provider is valid: a session unused here for this long is over. */
const UNSEEN_MS = 30 * DAY;
const AUDIT_MS = 365 * DAY;
/** Stored past their expiry, so that a user who returns late is told that the sign-in has expired. */
const FLOW_MS = HOUR;
const BATCH = 200;

interface Swept extends Ends {
  db: Database;
  config: { identity: Pick<Config['identity'], 'sessionIdle' | 'sessionMax'> };
}

/** Ends the sessions that are too old to refresh, in batches so that other writers can run in between. */
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

/** Removes records that both kinds of provider write. */
async function sweepRecords(db: Database, now: number, endedMs: number): Promise<void> {
  await db.transact((tx) => deleteEnded(tx, new Date(now - endedMs)));
  await db.transact((tx) => deleteSpentLimits(tx, new Date(now)));
  await db.transact((tx) => deleteOldAudit(tx, new Date(now - AUDIT_MS)));
}

/**
 * Sessions may still be valid at the provider and are mirrored again when used, so they are deleted without
 * being ended. One that was ended here stays refused while its tokens may be valid.
 */
export async function sweepHosted(db: Database, now = Date.now()): Promise<void> {
  await db.transact((tx) => deleteUnseenSessions(tx, new Date(now - UNSEEN_MS)));
  await sweepRecords(db, now, UNSEEN_MS);
}

export async function sweep(provider: Swept, now = Date.now()): Promise<void> {
  const { db } = provider;
  await endOverdue(provider, now);
  const before = (ms: number) => new Date(now - ms);
  await db.transact((tx) => deleteExpiredLinks(tx, before(0)));
  // After the expired links, so that an account stays as long as a valid link could confirm it.
  await db.transact((tx) => deleteUnconfirmed(tx, before(UNCONFIRMED_MS)));
  await db.transact((tx) => deleteOldFlows(tx, before(FLOW_MS)));
  await db.transact((tx) => deleteOldChallenges(tx, before(0)));
  await db.transact((tx) => deleteOldPasskeyChallenges(tx, before(0)));
  await db.transact((tx) => deleteOldNonces(tx, before(0)));
  // A browser that held an ended session can ask why it ended, for as long as it could have lasted.
  await sweepRecords(db, now, provider.config.identity.sessionMax * 1000);
}
