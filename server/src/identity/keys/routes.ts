import { ApiKey, MakeApiKey, NewApiKey } from '@selvedge/shared/identity/api-keys';
import * as z from 'zod';
import type { Ctx } from '../../platform/core/ctx.ts';
import { type Api, ById } from '../../platform/http/endpoint.ts';
import { makeKey } from './make-key.ts';
import { presentKey } from './present.ts';
import { listApiKeys } from './queries.ts';
import { revokeKey } from './revoke-key.ts';

const common = { feature: 'apiKeys', access: 'member', scope: null } as const;

/** The REST endpoints for a member's API keys. */
export function apiKeyRoutes(api: Api, ctx: Ctx): void {
  api.endpoint(
    {
      ...common,
      method: 'get',
      path: '/api/keys',
      budget: 'calls',
      summary: 'My API keys, oldest first',
      replies: { 200: z.array(ApiKey) },
    },
    async ({ c, actor }) => {
      const keys = await ctx.db.read(async (conn) => listApiKeys(conn, actor.id));
      return c.json(keys.map(presentKey));
    },
  );

  api.endpoint(
    {
      ...common,
      method: 'post',
      path: '/api/keys',
      budget: 'account',
      summary: 'Make an API key; needs a fresh proof of identity',
      body: MakeApiKey,
      replies: { 201: NewApiKey },
    },
    async ({ c, actor, body }) =>
      c.json(await makeKey(ctx, actor, { input: body, address: ctx.addressOf(c) }), 201),
  );

  api.endpoint(
    {
      ...common,
      method: 'delete',
      path: '/api/keys/:id',
      budget: 'account',
      summary: 'Revoke an API key: it ends at once, and its sockets are closed',
      params: ById,
      replies: { 204: null },
    },
    async ({ c, actor, params }) => {
      await revokeKey(ctx, actor, { id: params.id, address: ctx.addressOf(c) });
      return c.body(null, 204);
    },
  );
}
