import { NewWanted, Wanted, WantedFields } from '@selvedge/shared/items/wanted';
import * as z from 'zod';
import { findMemberByName, hiddenFrom, isHidden, isHiddenOnProfile } from '../../members/public.ts';
import { cachePublicResponses } from '../../platform/cache/public-responses.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { notFound } from '../../platform/core/errors.ts';
import { cutPage, decodeCursor, PageQuery, type Place, setTotal, TOP } from '../../platform/core/paging.ts';
import { SearchTerm } from '../../platform/core/search-term.ts';
import { type Api, ById, viewerRead } from '../../platform/http/endpoint.ts';
import { bumpWanted } from './bump-wanted.ts';
import { createWanted } from './create-wanted.ts';
import { editWanted } from './edit-wanted.ts';
import { fulfillWanted } from './fulfill-wanted.ts';
import { listWanted } from './list-wanted.ts';
import { presentWanted } from './present.ts';
import { buyerWantedBelow, findWanted, type WantedRow } from './queries.ts';
import { removeWanted } from './remove-wanted.ts';

const WantedQuery = PageQuery.extend({
  q: SearchTerm.meta({ description: 'Part of the title or brand, case-insensitive' }),
});

// The body of calls fully described by their path.
const NoFields = z.strictObject({}).optional();

const placeOf = ({ wanted }: WantedRow): Place => ({ at: wanted.bumpedAt, id: wanted.id });

function readRoutes(api: Api, { db }: Ctx): void {
  const cache = cachePublicResponses(db);
  api.endpoint(
    {
      ...viewerRead,
      path: '/api/wtb-listings',
      summary: 'Open WTBs, latest bump first; the first page of a search includes its total, up to 1,000',
      query: WantedQuery,
      isCached: true,
      isCounted: true,
      replies: { 200: z.array(Wanted) },
    },
    async ({ c, actor, query: { q, cursor, limit } }) => {
      const from = cursor === undefined ? TOP : decodeCursor(cursor);
      const isCounted = cursor === undefined;
      const hidden = actor && (await db.read((conn) => hiddenFrom(conn, actor)));
      return cache.respond(c, hidden === null, async (page) => {
        const { rows, total } = await db.read((conn) =>
          listWanted(conn, { from, limit: limit + 1, isCounted, hidden }, q),
        );
        if (total !== null) setTotal(page, total);
        return cutPage(page, rows, limit, placeOf).map(presentWanted);
      });
    },
  );

  api.endpoint(
    {
      ...viewerRead,
      path: '/api/wtb-listings/:id',
      summary: 'One WTB',
      params: ById,
      query: z.strictObject({}),
      isCached: true,
      replies: { 200: Wanted },
    },
    async ({ c, actor, params }) => {
      const hidden = actor && (await db.read((conn) => hiddenFrom(conn, actor)));
      return cache.respond(c, hidden === null, () =>
        db.read(async (conn) => {
          const [row] = await findWanted(conn, params);
          if (!row || (hidden && (await isHidden(conn, actor, row.buyer.id)))) {
            throw notFound('WTB listing not found');
          }
          return presentWanted(row);
        }),
      );
    },
  );

  api.endpoint(
    {
      ...viewerRead,
      path: '/api/users/:username/wtb-listings',
      summary: 'The open WTBs of one member',
      params: z.object({ username: z.string() }),
      query: PageQuery,
      replies: { 200: z.array(Wanted) },
    },
    async ({ c, actor, params, query: { cursor, limit } }) => {
      const from = cursor === undefined ? TOP : decodeCursor(cursor);
      const rows = await db.read(async (conn) => {
        const { id: buyerId } = await findMemberByName(conn, params.username);
        if (await isHiddenOnProfile(conn, actor, buyerId)) return [];
        return buyerWantedBelow(conn, { ...from, limit: limit + 1, buyerId });
      });
      return c.json(cutPage(c, rows, limit, placeOf).map(presentWanted));
    },
  );
}

function writeRoutes(api: Api, ctx: Ctx): void {
  api.endpoint(
    {
      method: 'post',
      path: '/api/wtb-listings',
      budget: 'newWanted',
      summary: 'Post a WTB',
      access: 'member',
      scope: 'items',
      body: NewWanted,
      replies: { 201: Wanted },
    },
    async ({ c, actor, body }) => c.json(await createWanted(ctx, actor, body), 201),
  );

  api.endpoint(
    {
      method: 'put',
      path: '/api/wtb-listings/:id',
      budget: 'itemChange',
      summary: 'Edit your WTB',
      access: 'member',
      scope: 'items',
      params: ById,
      body: WantedFields,
      replies: { 200: Wanted },
    },
    async ({ c, actor, params, body }) => c.json(await editWanted(ctx, actor, params.id, body)),
  );

  api.endpoint(
    {
      method: 'delete',
      path: '/api/wtb-listings/:id',
      budget: 'itemChange',
      summary: 'Remove your WTB',
      access: 'member',
      scope: 'items',
      params: ById,
      replies: { 204: null },
    },
    async ({ c, actor, params }) => {
      await removeWanted(ctx, actor, params.id);
      return c.body(null, 204);
    },
  );
}

function stateRoutes(api: Api, ctx: Ctx): void {
  api.endpoint(
    {
      method: 'put',
      path: '/api/wtb-listings/:id/bump',
      budget: 'bump',
      summary: 'Move your WTB to the top of the list; once per cooldown, else 429 with the remaining wait',
      access: 'member',
      scope: 'items',
      params: ById,
      body: NoFields,
      replies: { 200: Wanted },
    },
    async ({ c, actor, params }) => c.json(await bumpWanted(ctx, actor, params.id)),
  );

  api.endpoint(
    {
      method: 'put',
      path: '/api/wtb-listings/:id/fulfill',
      budget: 'itemChange',
      summary: 'Mark your WTB as found, permanently',
      access: 'member',
      scope: 'items',
      params: ById,
      body: NoFields,
      replies: { 200: Wanted },
    },
    async ({ c, actor, params }) => c.json(await fulfillWanted(ctx, actor, params.id)),
  );
}

/** The REST endpoints for WTBs. */
export function wantedRoutes(api: Api, ctx: Ctx): void {
  readRoutes(api, ctx);
  writeRoutes(api, ctx);
  stateRoutes(api, ctx);
}
