import {
  ChangeDiscordChannel,
  DiscordChannel,
  NewDiscordChannel,
} from '@selvedge/shared/notifications/discord';
import * as z from 'zod';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError } from '../../platform/core/errors.ts';
import { type Api, ById } from '../../platform/http/endpoint.ts';
import { addChannel, changeChannel, presentChannel, removeChannel } from './change-channel.ts';
import { listChannels } from './queries.ts';

const common = { feature: 'discord', access: 'member' } as const;
const PATH = '/api/discord-channels';

const OfInstance = z.strictObject({
  instance: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .default(false)
    .meta({ description: 'Those of the instance, for admins' }),
});

/** The REST endpoints for channels at Discord. API keys cannot add one, which would outlive the key. */
export function discordRoutes(api: Api, ctx: Ctx): void {
  api.endpoint(
    {
      ...common,
      scope: 'webhooks',
      method: 'get',
      path: PATH,
      budget: 'calls',
      summary: 'My Discord channel',
      query: OfInstance,
      replies: { 200: z.array(DiscordChannel) },
    },
    async ({ c, actor, query: { instance } }) => {
      if (instance && !actor.isAdmin) throw new AppError('forbidden', 'This is for admins only.');
      const rows = await ctx.db.read(async (conn) => listChannels(conn, instance ? null : actor.id));
      return c.json(rows.map(presentChannel));
    },
  );
  api.endpoint(
    {
      ...common,
      scope: null,
      method: 'post',
      path: PATH,
      budget: 'webhook',
      summary: 'Add a Discord channel, which gets posts about what happens from now on',
      body: NewDiscordChannel,
      replies: { 201: DiscordChannel },
    },
    async ({ c, actor, body }) => c.json(await addChannel(ctx, actor, body), 201),
  );
  const one = { ...common, path: `${PATH}/:id`, params: ById, budget: 'webhook', scope: null } as const;
  api.endpoint(
    {
      ...one,
      method: 'patch',
      summary:
        'Change a Discord channel: its name, or the filters of one of the instance, for what is posted from now on',
      body: ChangeDiscordChannel,
      replies: { 200: DiscordChannel },
    },
    async ({ c, actor, params, body }) => c.json(await changeChannel(ctx, actor, params.id, body)),
  );
  api.endpoint(
    {
      ...one,
      method: 'delete',
      summary: 'Remove a Discord channel; its posts stay',
      replies: { 204: null },
    },
    async ({ c, actor, params }) => {
      await removeChannel(ctx, actor, params.id);
      return c.body(null, 204);
    },
  );
}
