import {
  NotificationSettings,
  PushKey,
  SubscribeToPush,
  UnsubscribeFromPush,
} from '@selvedge/shared/notifications';
import type { Api } from '../http/endpoint.ts';
import type { Notifying } from './context.ts';
import { readSettings, saveSettings } from './settings.ts';
import { subscribe, unsubscribe } from './subscribe.ts';

/** The REST door to what people are told while they are away. */
export function notificationRoutes(api: Api, ctx: Notifying): void {
  api.endpoint(
    {
      method: 'get',
      path: '/api/notifications/key',
      budget: 'calls',
      summary: 'The key that a browser subscribes to pushes with',
      access: 'public',
      replies: { 200: PushKey },
    },
    ({ c }) => c.json({ key: ctx.push.key } satisfies PushKey),
  );

  api.endpoint(
    {
      method: 'put',
      path: '/api/notifications/subscription',
      budget: 'pushSubscription',
      summary: 'Let this browser take pushes for me, until I sign out of it',
      access: 'member',
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
      summary: 'No more pushes to this browser; one of others is left as it is',
      access: 'member',
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
      method: 'get',
      path: '/api/notifications/settings',
      budget: 'calls',
      summary: 'What I am told while I am away',
      access: 'member',
      replies: { 200: NotificationSettings },
    },
    async ({ c, actor }) => c.json(await readSettings(ctx, actor)),
  );

  api.endpoint(
    {
      method: 'put',
      path: '/api/notifications/settings',
      budget: 'settings',
      summary: 'Set what I am told while I am away',
      access: 'member',
      body: NotificationSettings,
      replies: { 200: NotificationSettings },
    },
    async ({ c, actor, body }) => {
      await saveSettings(ctx, actor, body);
      return c.json(body);
    },
  );
}
