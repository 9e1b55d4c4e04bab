import type { Hono } from 'hono';
import type { NotifyOfListing } from '../deals/public.ts';
import { createMailTokens, unsubscribeRoutes } from '../members/public.ts';

import type { Api, Env } from '../platform/http/endpoint.ts';
import { repeat } from '../platform/jobs/repeat.ts';
import { NOTIFICATION_TIMES, type NotificationDeps, type NotificationTimes, type Unread } from './context.ts';
import { createAwayNotifier } from './notify-away.ts';
import { createListingNotifier } from './notify-of-listing.ts';
import { notifyUnread } from './notify-unread.ts';
import { createPostNotice, type PostNotice } from './post-notice.ts';
import { putSettings } from './queries.ts';
import { notificationRoutes } from './routes.ts';
import { UNSUBSCRIBE_PATH } from './unsubscribe-link.ts';

interface NotificationParts extends Omit<NotificationDeps, 'tokens' | 'times'> {
  /** The 32-byte key that signs the unsubscribe links in mails. */
  mailKey: Uint8Array;
  times?: NotificationTimes;
}

const UNSUBSCRIBE = {
  path: UNSUBSCRIBE_PATH,
  about: 'message',
  otherwise: (name: string) => `Your messages are still on ${name}.`,
  when: 'One per conversation, and no more until you have read it.',
  place: { path: '/messages', label: 'Go to your messages' },
};

/** What the rest of the product may use of this feature. */
export interface Notifications {
  /** Call after a message's commit: its recipient may have to be notified outside the product. */
  notifyAway(unread: Unread): Promise<void>;
  postNotice: PostNotice;
  /** Tells a member who is away that a listing is no longer on hold. */
  notifyOfListing: NotifyOfListing;
  mount(app: Hono<Env>): void;
  routes(api: Api): void;
  /** Finishes work in progress, then stops; what is still due waits in the database. */
  close(): Promise<void>;
}

/** Notifies members who are away about unread messages: by web push, and by mail. */
export function createNotifications({
  mailKey,
  times = NOTIFICATION_TIMES,
  ...parts
}: NotificationParts): Notifications {
  const ctx: NotificationDeps = { ...parts, times, tokens: createMailTokens(mailKey) };
  const stop = repeat(times.interval, () => notifyUnread(ctx), ctx.log);
  return {
    notifyAway: createAwayNotifier(ctx),
    postNotice: createPostNotice(ctx),
    notifyOfListing: createListingNotifier(ctx),
    mount: (app) =>
      unsubscribeRoutes(app, {
        ...UNSUBSCRIBE,
        ...{ db: ctx.db, settings: ctx.settings, tokens: ctx.tokens },
        setOff: (tx, userId, isOff) => putSettings(tx, userId, { messagesByMail: !isOff }),
      }),
    routes: (api) => notificationRoutes(api, ctx),
    close: stop,
  };
}
