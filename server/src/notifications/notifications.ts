import type { Hono } from 'hono';
import type { Api, Env } from '../http/endpoint.ts';
import { repeat } from '../jobs/repeat.ts';
import { unsubscribeRoutes } from '../mail/unsubscribe/routes.ts';
import { createMailTokens } from '../mail/unsubscribe/token.ts';
import { NOTIFICATION_TIMES, type NotificationTimes, type Notifying, type Unread } from './context.ts';
import { createAwayTeller } from './notify-away.ts';
import { notifyUnread, UNSUBSCRIBE_PATH } from './notify-unread.ts';
import { putSettings } from './queries.ts';
import { notificationRoutes } from './routes.ts';

interface NotificationParts extends Omit<Notifying, 'tokens' | 'times'> {
  /** 32 bytes that sign the unsubscribe links in mails. */
  mailKey: Uint8Array;
  times?: NotificationTimes;
}

const UNSUBSCRIBE = {
  path: UNSUBSCRIBE_PATH,
  about: 'message',
  otherwise: 'Your messages are still on Selvedge.',
  when: 'One per conversation, and no more until you have read it.',
  place: { path: '/messages', label: 'Go to your messages' },
};

/** What the rest of the product may use of this feature. */
export interface Notifications {
  /** To be called after the commit of a message: its person may have to be told outside the product. */
  notifyAway(unread: Unread): Promise<void>;
  mount(app: Hono<Env>): void;
  routes(api: Api): void;
  /** Stops after finishing what is under way; whatever is still due waits in the database. */
  close(): Promise<void>;
}

/** Tells people who are away about messages that they have not read: by web push, and by mail. */
export function createNotifications({
  mailKey,
  times = NOTIFICATION_TIMES,
  ...parts
}: NotificationParts): Notifications {
  const ctx: Notifying = { ...parts, times, tokens: createMailTokens(mailKey) };
  const stop = repeat(times.look, () => notifyUnread(ctx), ctx.log);
  return {
    notifyAway: createAwayTeller(ctx),
    mount: (app) =>
      unsubscribeRoutes(app, {
        ...UNSUBSCRIBE,
        ...{ db: ctx.db, tokens: ctx.tokens },
        setOff: (tx, userId, isOff) => putSettings(tx, userId, { messagesByMail: !isOff }),
      }),
    routes: (api) => notificationRoutes(api, ctx),
    close: stop,
  };
}
