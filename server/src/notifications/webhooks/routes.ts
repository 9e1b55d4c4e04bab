import { DELIVERIES_SHOWN, DELIVERY_DAYS, RESENT_MAX } from '@selvedge/shared/notifications/webhook-events';
import {
  ChangeWebhook,
  CreatedWebhook,
  NewWebhook,
  OneWebhookDelivery,
  ResendRange,
  Resent,
  Webhook,
  WebhookDelivery,
  WebhookSecret,
} from '@selvedge/shared/notifications/webhooks';
import { Id } from '@selvedge/shared/platform/id';
import * as z from 'zod';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError, notFound } from '../../platform/core/errors.ts';
import { type Api, ById } from '../../platform/http/endpoint.ts';
import {
  changeWebhook,
  createWebhook,
  removeWebhook,
  requireWebhook,
  rollSecret,
  sendAgain,
  sendTest,
} from './change-webhook.ts';
import { bodyOf } from './data-of.ts';
import { presentDelivery, presentWebhook } from './present.ts';
import { findDelivery, latestDeliveries, listWebhooks } from './queries.ts';

const common = { feature: 'webhooks', access: 'member', scope: 'webhooks' } as const;
const list = { ...common, path: '/api/webhooks' } as const;
const one = { ...common, path: '/api/webhooks/:id', params: ById } as const;
const deliveries = { ...common, path: `${one.path}/deliveries`, params: ById } as const;
const delivery = {
  ...common,
  path: '/api/webhooks/:id/deliveries/:deliveryId',
  params: z.object({ id: Id, deliveryId: Id }),
} as const;

const OfInstance = z.strictObject({
  instance: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .default(false)
    .meta({ description: 'Those of the instance, for admins' }),
});

/** The REST endpoints for webhooks. */
export function webhookRoutes(api: Api, ctx: Ctx): void {
  const { db } = ctx;
  api.endpoint(
    {
      ...list,
      method: 'get',
      budget: 'calls',
      summary: 'My webhooks, latest first',
      query: OfInstance,
      replies: { 200: z.array(Webhook) },
    },
    async ({ c, actor, query: { instance } }) => {
      if (instance && !actor.isAdmin) throw new AppError('forbidden', 'This is for admins only.');
      const rows = await db.read(async (conn) => listWebhooks(conn, instance ? null : actor.id));
      return c.json(rows.map(presentWebhook));
    },
  );
  api.endpoint(
    {
      ...list,
      method: 'post',
      budget: 'webhook',
      summary: 'Add a webhook; its secret is shown only in this response',
      body: NewWebhook,
      replies: { 201: CreatedWebhook },
    },
    async ({ c, actor, body }) => c.json(await createWebhook(ctx, actor, body), 201),
  );
  api.endpoint(
    {
      ...one,
      method: 'patch',
      budget: 'webhook',
      summary: 'Change where a webhook is called, its events, or whether it is on',
      body: ChangeWebhook,
      replies: { 200: Webhook },
    },
    async ({ c, actor, params, body }) => c.json(await changeWebhook(ctx, actor, params.id, body)),
  );
  api.endpoint(
    {
      ...one,
      method: 'delete',
      budget: 'webhook',
      summary: 'Remove a webhook with its deliveries',
      replies: { 204: null },
    },
    async ({ c, actor, params }) => {
      await removeWebhook(ctx, actor, params.id);
      return c.body(null, 204);
    },
  );
  api.endpoint(
    {
      ...one,
      method: 'post',
      path: `${one.path}/secret`,
      budget: 'webhook',
      summary: 'Roll the secret of a webhook; for 24 hours the old one signs as well',
      replies: { 200: WebhookSecret },
    },
    async ({ c, actor, params }) => c.json(await rollSecret(ctx, actor, params.id)),
  );
  api.endpoint(
    {
      ...one,
      method: 'post',
      path: `${one.path}/ping`,
      budget: 'webhook',
      summary: 'Send a `ping` to a webhook',
      replies: { 204: null },
    },
    async ({ c, actor, params }) => {
      await sendTest(ctx, actor, params.id);
      return c.body(null, 204);
    },
  );
  deliveryRoutes(api, ctx);
}

function deliveryRoutes(api: Api, ctx: Ctx): void {
  const { db } = ctx;
  api.endpoint(
    {
      ...deliveries,
      method: 'get',
      budget: 'calls',
      summary: `The latest ${DELIVERIES_SHOWN} deliveries of a webhook; they are stored for ${DELIVERY_DAYS} days`,
      replies: { 200: z.array(WebhookDelivery) },
    },
    async ({ c, actor, params: { id } }) => {
      const rows = await db.read(async (conn) => {
        await requireWebhook(conn, actor, id);
        return latestDeliveries(conn, id, DELIVERIES_SHOWN);
      });
      return c.json(rows.map(presentDelivery));
    },
  );
  api.endpoint(
    {
      ...deliveries,
      method: 'post',
      path: `${deliveries.path}/resend`,
      budget: 'webhook',
      summary: `Send the deliveries of a range of time again, under the same ids: up to ${RESENT_MAX.toLocaleString('en-US')}, the earliest first`,
      body: ResendRange,
      replies: { 200: Resent },
    },
    async ({ c, actor, params, body }) => c.json(await sendAgain(ctx, actor, params.id, body)),
  );
  api.endpoint(
    {
      ...delivery,
      method: 'get',
      budget: 'calls',
      summary: 'A delivery with its body, as it would be sent now',
      replies: { 200: OneWebhookDelivery },
    },
    async ({ c, actor, params: { id, deliveryId } }) => {
      const found = await db.read(async (conn) => {
        const webhook = await requireWebhook(conn, actor, id);
        const [row] = await findDelivery(conn, id, deliveryId);
        if (!row) throw notFound('Delivery not found');
        return { ...presentDelivery(row), body: await bodyOf(ctx, conn, webhook, row) };
      });
      return c.json(found);
    },
  );
  api.endpoint(
    {
      ...delivery,
      method: 'post',
      path: `${delivery.path}/resend`,
      budget: 'webhook',
      summary: 'Send a delivery again, under the same id',
      replies: { 200: Resent },
    },
    async ({ c, actor, params: { id, deliveryId } }) =>
      c.json(await sendAgain(ctx, actor, id, { id: deliveryId })),
  );
}
