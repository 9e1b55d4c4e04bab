import { onReceived } from '../conversations/public.ts';
import { every, type Feature } from '../platform/core/feature.ts';
import { timesOf } from './delivery.ts';
import { createAwayNotifier } from './notify-away.ts';
import { notifyUnread } from './notify-unread.ts';
import { notificationsPart } from './personal-data.ts';
import { pushQueue } from './queue-kind.ts';
import { notificationRoutes } from './routes.ts';
import { unsubscribePages } from './unsubscribe-pages.ts';

/** Notifies members who are away about unread messages: by web push, and by mail. */
export const notifications: Feature = {
  name: 'notifications',
  endpoints: notificationRoutes,
  pages: unsubscribePages,
  jobs: [
    every(
      (ctx) => timesOf(ctx).interval,
      (ctx) => notifyUnread(ctx),
    ),
  ],
  personalData: notificationsPart,
  queues: [pushQueue],
  start(ctx) {
    onReceived(ctx, createAwayNotifier(ctx));
  },
};
