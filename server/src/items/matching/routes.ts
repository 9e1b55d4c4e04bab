import { Demand, Match, SeeMatches } from '@selvedge/shared/items/matches';
import { cleanText } from '@selvedge/shared/platform/clean-text';
import { foldsWithin } from '@selvedge/shared/platform/fold';
import { REQUIRED } from '@selvedge/shared/platform/input-errors';
import { CATEGORIES, LISTING_LIMITS } from '@selvedge/shared/platform/limits';
import * as z from 'zod';
import type { Ctx } from '../../platform/core/ctx.ts';
import { cutPage, decodeCursor, PageQuery, type Place, TOP } from '../../platform/core/paging.ts';
import { type Api, ById, memberRead } from '../../platform/http/endpoint.ts';
import { listMatches, listMatchesOf } from './list-matches.ts';
import { presentMatch } from './present.ts';
import type { MatchRow } from './queries.ts';
import { readDemand } from './read-demand.ts';
import { seeMatches } from './see-matches.ts';

/**
 * A field that is still being typed: may exceed the form's length limit, and is null while empty.
 */
const typed = (max: number) =>
  z
    .string()
    .max(max * 32)
    .transform(cleanText)
    .refine((text) => foldsWithin(text, max), 'This is too long')
    .transform((text) => text || null)
    .nullish()
    .transform((text) => text ?? null);

const DemandQuery = z.strictObject({
  brand: typed(LISTING_LIMITS.brand).pipe(z.string(REQUIRED)),
  title: typed(LISTING_LIMITS.title),
  category: z
    .enum(CATEGORIES)
    .nullish()
    .transform((category) => category ?? null),
  size: typed(LISTING_LIMITS.size),
});

const MatchesQuery = PageQuery.extend({
  unseen: z
    .enum(['true', 'false'])
    .optional()
    .transform((unseen) => unseen === 'true'),
});

const placeOf = ({ match }: MatchRow): Place => ({ at: match.createdAt, id: match.id });
const placeFrom = (cursor: string | undefined): Place => (cursor === undefined ? TOP : decodeCursor(cursor));

/** The REST endpoints for matching: demand for sellers while they type, matches for buyers. */
export function matchingRoutes(api: Api, ctx: Ctx): void {
  const { db } = ctx;

  api.endpoint(
    {
      method: 'get',
      path: '/api/demand',
      budget: 'search',
      summary: 'How many other members want something like this, and within which budgets; never who',
      access: 'member',
      scope: 'read',
      query: DemandQuery,
      replies: { 200: Demand },
    },
    async ({ c, actor, query }) => c.json(await readDemand(ctx, actor.id, query)),
  );

  api.endpoint(
    {
      ...memberRead,
      scope: 'read',
      path: '/api/matches',
      summary: 'Listings on sale that match my open WTBs, latest match first',
      query: MatchesQuery,
      replies: { 200: z.array(Match) },
    },
    async ({ c, actor, query: { cursor, limit, unseen } }) => {
      const range = { from: placeFrom(cursor), limit: limit + 1 };
      const rows = await db.read((conn) => listMatches(conn, actor.id, range, unseen));
      return c.json(cutPage(c, rows, limit, placeOf).map(presentMatch));
    },
  );

  api.endpoint(
    {
      method: 'post',
      path: '/api/matches/seen',
      budget: 'receipts',
      summary: 'Mark these matches of mine as seen; ids of other matches are ignored',
      access: 'member',
      scope: null,
      body: SeeMatches,
      replies: { 204: null },
    },
    async ({ c, actor, body }) => {
      await seeMatches(ctx, actor, body);
      return c.body(null, 204);
    },
  );

  api.endpoint(
    {
      ...memberRead,
      scope: 'read',
      path: '/api/wtb-listings/:id/matches',
      summary: 'Listings on sale that match one of my open WTBs',
      params: ById,
      query: PageQuery,
      replies: { 200: z.array(Match) },
    },
    async ({ c, actor, params, query: { cursor, limit } }) => {
      const range = { from: placeFrom(cursor), limit: limit + 1 };
      const rows = await listMatchesOf(ctx, actor.id, params.id, range);
      return c.json(cutPage(c, rows, limit, placeOf).map(presentMatch));
    },
  );
}
