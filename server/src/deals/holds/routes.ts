import { HoldListing, Line } from '@selvedge/shared/deals/holds';
import { Listing } from '@selvedge/shared/items/listings';
import type { Ctx } from '../../platform/core/ctx.ts';
import { type Api, ById } from '../../platform/http/endpoint.ts';
import { holdListing, releaseListing } from './hold-listing.ts';
import { joinLine, leaveLine, readLine } from './line.ts';

const common = { feature: 'holds', access: 'member', params: ById } as const;
const hold = { ...common, scope: 'items', path: '/api/listings/:id/hold', budget: 'itemChange' } as const;
const line = { ...common, path: '/api/listings/:id/line', replies: { 200: Line } } as const;

/** The REST endpoints for holds, and for the line of a listing on hold. */
export function holdRoutes(api: Api, ctx: Ctx): void {
  api.endpoint(
    {
      ...hold,
      method: 'post',
      summary:
        'Put my listing on hold for a member who wrote to me about it, or change how long, or pass it on to a member of its line',
      body: HoldListing,
      replies: { 200: Listing },
    },
    async ({ c, actor, params, body }) => c.json(await holdListing(ctx, actor, params.id, body)),
  );

  api.endpoint(
    {
      ...hold,
      method: 'delete',
      summary: 'Release a listing that is on hold, as its seller or the member it is for',
      replies: { 204: null },
    },
    async ({ c, actor, params }) => {
      await releaseListing(ctx, actor, params.id);
      return c.body(null, 204);
    },
  );

  api.endpoint(
    {
      ...line,
      method: 'get',
      scope: 'read',
      budget: 'calls',
      summary: 'The line of a listing on hold, as I see it',
    },
    async ({ c, actor, params }) => c.json(await readLine(ctx, actor, params.id)),
  );

  api.endpoint(
    {
      ...line,
      method: 'put',
      scope: null,
      budget: 'line',
      summary: 'Join the line of a listing on hold, to be notified when it frees up',
    },
    async ({ c, actor, params }) => c.json(await joinLine(ctx, actor, params.id)),
  );

  api.endpoint(
    { ...line, method: 'delete', scope: null, budget: 'line', summary: 'Leave the line' },
    async ({ c, actor, params }) => c.json(await leaveLine(ctx, actor, params.id)),
  );
}
