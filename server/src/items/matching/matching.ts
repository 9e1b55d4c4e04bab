import type { Hono } from 'hono';
import { createMailTokens, unsubscribeRoutes } from '../../members/public.ts';

import type { Conn, OnChange, Tx } from '../../platform/db/database.ts';
import type { Api, Env } from '../../platform/http/endpoint.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import type { LiveSettings } from '../../platform/settings/follow-settings.ts';
import type { Matching } from './context.ts';
import { MAIL_TIMES, type Mailing, mailOwners } from './mails/mail-owners.ts';
import { findMails, setMailsOff } from './mails/queries.ts';
import { countJobs } from './queries.ts';
import { createQueue } from './queue.ts';
import { matchingRoutes } from './routes.ts';

interface MatchingParts extends Matching, Omit<Mailing, 'tokens' | 'times'> {
  /** The 32-byte key that signs the unsubscribe links in mails. */
  mailKey: Uint8Array;
  settings: Pick<LiveSettings, 'current'>;
  times?: Mailing['times'];
}

const UNSUBSCRIBE = {
  path: '/mail/unsubscribe',
  about: 'match',
  otherwise: () => 'Matches still show on your Want to Buy page.',
  when: 'At most one an hour, and only while you are away.',
  place: { path: '/wtb', label: 'Go to Want to Buy' },
};

/** What the rest of the product may use of matching. */
export interface Matcher {
  /** Call in the transaction that stores or changes a listing; `wantedChanged` likewise for a WTB. */
  listingChanged: OnChange;
  wantedChanged: OnChange;
  /** Whether a member wants mails about matches. */
  mailSetting: {
    isOn(conn: Conn, userId: string): Promise<boolean>;
    set(tx: Tx, userId: string, isOn: boolean): Promise<void>;
  };
  /** How many changed items are waiting to be matched. */
  waiting(): Promise<number>;
  mount(app: Hono<Env>): void;
  routes(api: Api): void;
  /** Finishes work in progress, then stops; remaining jobs stay in the database. */
  close(): Promise<void>;
}

/** Matches listings with WTBs, and notifies the WTBs' owners: live, or by mail while they are away. */
export function createMatching({ mailKey, times = MAIL_TIMES, ...parts }: MatchingParts): Matcher {
  const tokens = createMailTokens(mailKey);
  const queue = createQueue(parts);
  const stopMails = repeat(times.interval, () => mailOwners({ ...parts, tokens, times }), parts.log);
  return {
    listingChanged: queue.listingChanged,
    wantedChanged: queue.wantedChanged,
    mailSetting: {
      isOn: async (conn, userId) => !(await findMails(conn, userId))[0]?.isOff,
      async set(tx, userId, isOn) {
        await setMailsOff(tx, userId, !isOn);
      },
    },
    waiting: () => parts.db.read(async (conn) => (await countJobs(conn))[0]?.count ?? 0),
    mount: (app) =>
      unsubscribeRoutes(app, {
        ...UNSUBSCRIBE,
        ...{ db: parts.db, settings: parts.settings, tokens },
        setOff: setMailsOff,
      }),
    routes: (api) => matchingRoutes(api, parts),
    async close() {
      await queue.close();
      await stopMails();
    },
  };
}
