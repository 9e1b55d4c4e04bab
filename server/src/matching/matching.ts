import type { Hono } from 'hono';
import type { OnChange } from '../db/database.ts';
import type { Api, Env } from '../endpoint.ts';
import { repeat } from '../repeat.ts';
import type { Matching } from './context.ts';
import { MAIL_TIMES, type Mailing, mailOwners } from './mails/mail-owners.ts';
import { createMailTokens } from './mails/token.ts';
import { unsubscribeRoutes } from './mails/unsubscribe-routes.ts';
import { createQueue } from './queue.ts';
import { matchingRoutes } from './routes.ts';

interface MatchingParts extends Matching, Omit<Mailing, 'tokens' | 'times'> {
  /** 32 bytes that sign what mails link to. */
  mailKey: Uint8Array;
  times?: Mailing['times'];
}

/** What the rest of the product knows of matching. */
export interface Matcher {
  /** To be called in the transaction that changes one. */
  listingChanged: OnChange;
  wantedChanged: OnChange;
  mount(app: Hono<Env>): void;
  routes(api: Api): void;
  /** Ends its tasks once what is under way is done; the rest waits in the database. */
  close(): Promise<void>;
}

/** Brings listings and requests together, and tells those who look for something, by mail while they are away. */
export function createMatching({ mailKey, times = MAIL_TIMES, ...parts }: MatchingParts): Matcher {
  const tokens = createMailTokens(mailKey);
  const queue = createQueue(parts);
  const stopMails = repeat(times.look, () => mailOwners({ ...parts, tokens, times }), parts.log);
  return {
    listingChanged: queue.listingChanged,
    wantedChanged: queue.wantedChanged,
    mount: (app) => unsubscribeRoutes(app, parts.db, tokens),
    routes: (api) => matchingRoutes(api, parts),
    async close() {
      await queue.close();
      await stopMails();
    },
  };
}
