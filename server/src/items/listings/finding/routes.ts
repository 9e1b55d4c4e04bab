import { SizesOfGroup } from '@selvedge/shared/items/sizes';
import { Suggestions } from '@selvedge/shared/items/suggestions';
import { REPEATED_PARAMS } from '@selvedge/shared/platform/limits';
import * as z from 'zod';
import type { PublicResponses } from '../../../platform/cache/public-responses.ts';
import type { Ctx } from '../../../platform/core/ctx.ts';
import { SearchTerm } from '../../../platform/core/search-term.ts';
import { type Api, viewerRead } from '../../../platform/http/endpoint.ts';
import { brandsWithout, followBrands } from './brands.ts';
import { FilterQuery } from './find-query.ts';
import { findSizes } from './find-sizes.ts';
import { housesOf } from './houses-of.ts';
import { findUnseenBrands } from './queries.ts';
import { spell } from './spelling.ts';
import { namedWithin, suggest } from './suggest.ts';
import { seesAll, unseenBy } from './unseen.ts';

const SuggestQuery = z.strictObject({ q: SearchTerm.meta({ description: 'What is typed so far' }) });

/** The REST endpoints that help to find listings. */
export function findingRoutes(api: Api, ctx: Ctx, cache: PublicResponses): void {
  const { db } = ctx;
  const houses = housesOf(ctx);
  const readUnseen = unseenBy(ctx);
  const readBrands = followBrands(db);

  api.endpoint(
    {
      ...viewerRead,
      path: '/api/suggestions',
      summary: 'Brands and categories for what is typed in a search field, and what it may mean',
      query: SuggestQuery,
      isCached: true,
      replies: { 200: Suggestions },
    },
    async ({ c, actor, query: { q = '' } }) => {
      const unseen = await db.read((conn) => readUnseen(conn, actor));
      return cache.respond(c, seesAll(unseen), async () => {
        const all = await readBrands();
        return db.read(async (conn) => {
          const brands = seesAll(unseen) ? all : brandsWithout(all, await findUnseenBrands(conn, unseen));
          const suggested = suggest(brands, houses(), q);
          if (suggested.brands.length > 0 || suggested.nearest.length > 0) return suggested;
          return {
            ...suggested,
            nearest: namedWithin(brands, houses(), q),
            spelled: await spell(conn, q, { brands, houses: houses(), unseen }),
          };
        });
      });
    },
  );

  api.endpoint(
    {
      ...viewerRead,
      path: '/api/listing-sizes',
      summary: 'The sizes of what the grid finds, grouped, counted among up to 1,000 listings',
      query: FilterQuery,
      repeated: REPEATED_PARAMS,
      isCached: true,
      replies: { 200: z.array(SizesOfGroup) },
    },
    async ({ c, actor, query: { q, ...filters } }) => {
      const unseen = await db.read((conn) => readUnseen(conn, actor));
      const listed = { ...unseen, q, filters, houses: houses() };
      return cache.respond(c, seesAll(unseen), () => db.read((conn) => findSizes(conn, listed)));
    },
  );
}
