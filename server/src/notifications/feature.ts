import { onReceived } from '../conversations/public.ts';
import { every, type Feature } from '../platform/core/feature.ts';
import { notificationsOf } from './context.ts';
import { createAwayNotifier } from './notify-away.ts';
import { notifyUnread } from './notify-unread.ts';
import { notificationsPart } from './personal-data.ts';
import { notificationRoutes } from './routes.ts';
import { unsubscribePages } from './unsubscribe-pages.ts';

/** Notifies members who are away about unread messages: by web push, and by mail. */
export const notifications: Feature = {
  name: 'notifications',
  endpoints: (api, ctx) => notificationRoutes(api, notificationsOf(ctx)),
  pages: (app, ctx) => unsubscribePages(app, notificationsOf(ctx)),
  jobs: [
    every(
      (ctx) => notificationsOf(ctx).times.interval,
      (ctx) => notifyUnread(notificationsOf(ctx)),
    ),
  ],
  personalData: notificationsPart,
  start(ctx) {
    onReceived(ctx, createAwayNotifier(notificationsOf(ctx)));
  },
};
