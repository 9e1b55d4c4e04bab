import {
  ChangeNotification,
  NotificationSettings,
  PushKey,
  SubscribeToPush,
  UnsubscribeFromPush,
} from '@selvedge/shared/notifications/notifications';
import type { Ctx } from '../platform/core/ctx.ts';
import { type Api, memberRead, publicRead } from '../platform/http/endpoint.ts';
import { pushServiceOf } from './delivery.ts';
import { changeSettings, settingsOf } from './settings.ts';
import { subscribe, unsubscribe } from './subscribe.ts';

/** The REST endpoints for notifications to members who are away. */
export function notificationRoutes(api: Api, ctx: Ctx): void {
  api.endpoint(
    {
      ...publicRead,
      path: '/api/notifications/key',
      summary: 'The key with which a browser subscribes to pushes',
      replies: { 200: PushKey },
    },
    ({ c }) => c.json({ key: pushServiceOf(ctx).key } satisfies PushKey),
  );

  api.endpoint(
    {
      method: 'put',
      path: '/api/notifications/subscription',
      budget: 'pushSubscription',
      summary: 'Subscribe this browser to my pushes, until I sign out of it',
      access: 'member',
      scope: null,
      body: SubscribeToPush,
      replies: { 204: null },
    },
    async ({ c, actor, body }) => {
      await subscribe(ctx, actor, body);
      return c.body(null, 204);
    },
  );

  api.endpoint(
    {
      method: 'delete',
      path: '/api/notifications/subscription',
      budget: 'pushSubscription',
      summary: 'Unsubscribe this browser from my pushes; subscriptions of other members are ignored',
      access: 'member',
      scope: null,
      body: UnsubscribeFromPush,
      replies: { 204: null },
    },
    async ({ c, actor, body }) => {
      await unsubscribe(ctx, actor, body);
      return c.body(null, 204);
    },
  );

  api.endpoint(
    {
      ...memberRead,
      scope: null,
      path: '/api/notifications/settings',
      summary: 'How I am notified while I am away, by kind',
      replies: { 200: NotificationSettings },
    },
    async ({ c, actor }) => c.json(await ctx.db.read((conn) => settingsOf(ctx, conn, actor.id))),
  );

  api.endpoint(
    {
      method: 'put',
      path: '/api/notifications/settings',
      budget: 'settings',
      summary: 'Choose whether notifications of a kind are pushed or mailed to me',
      access: 'member',
      scope: null,
      body: ChangeNotification,
      replies: { 204: null },
    },
    async ({ c, actor, body }) => {
      await changeSettings(ctx, actor, body);
      return c.body(null, 204);
    },
  );
}
