import { CardListing, Listing, ListingDetails, NewListing } from '@selvedge/shared/items/listings';
import { REPEATED_PARAMS } from '@selvedge/shared/platform/limits';
import * as z from 'zod';
import {
  findMemberByName,
  hiddenFrom,
  isHidden,
  isHiddenOnProfile,
  readBusiness,
  trustOf,
} from '../../members/public.ts';
import { cachePublicResponses } from '../../platform/cache/public-responses.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { notFound } from '../../platform/core/errors.ts';
import {
  cutPage,
  cutPageAt,
  decodeCursor,
  PageQuery,
  type Place,
  setTotal,
  TOP,
} from '../../platform/core/paging.ts';
import { type Api, ById, viewerRead } from '../../platform/http/endpoint.ts';
import { findSavedBy } from '../saved/queries.ts';
import { listingChangeRoutes } from './change-routes.ts';
import { createListing } from './create-listing.ts';
import { findByWords, rankedCursorOf, rankedPlaceOf } from './finding/find-by-words.ts';
import { findListings } from './finding/find-listings.ts';
import { FindQuery, SoldQuery } from './finding/find-query.ts';
import { housesOf } from './finding/houses-of.ts';
import { cursorOf, placeOf as gridPlaceOf } from './finding/place.ts';
import { findingRoutes } from './finding/routes.ts';
import { seesAll, unseenBy } from './finding/unseen.ts';
import { listSellerListings } from './list-listings.ts';
import { presentCard, presentListing, presentOneListing } from './present.ts';
import { proofPhotoRoutes } from './proof/routes.ts';
import { findListing, type ListingRow } from './queries.ts';

const SellerQuery = PageQuery.extend({ sold: SoldQuery });

const placeOf = ({ listing }: ListingRow): Place => ({ at: listing.bumpedAt, id: listing.id });

/** The REST endpoints for listings. */
export function listingRoutes(api: Api, ctx: Ctx): void {
  const { db, settings } = ctx;
  const houses = housesOf(ctx);
  const cache = cachePublicResponses(db, () => JSON.stringify([settings.current().features, houses().added]));
  findingRoutes(api, ctx, cache);
  const readUnseen = unseenBy(ctx);
  listingChangeRoutes(api, ctx);
  proofPhotoRoutes(api, ctx);

  api.endpoint(
    {
      ...viewerRead,
      path: '/api/listings',
      summary: 'Listings; the first page includes their total, up to 1,000',
      query: FindQuery,
      repeated: REPEATED_PARAMS,
      isCached: true,
      isCounted: true,
      replies: { 200: z.array(z.union([Listing, CardListing])) },
    },
    async ({ c, actor, query: { cursor, limit, sort, fields, q, ...filters } }) => {
      const present = fields === 'card' ? presentCard : presentListing;
      const isCounted = cursor === undefined;
      const unseen = await db.read((conn) => readUnseen(conn, actor));
      const isPublic = seesAll(unseen);
      if (q !== undefined) {
        const from = rankedPlaceOf(cursor, q, sort);
        return cache.respond(c, isPublic, async (page) => {
          const { rows, total } = await db.read((conn) =>
            findByWords(conn, {
              ...{ ...unseen, q, filters, sort, from, isCounted, since: undefined },
              ...{ limit: limit + 1, houses: houses() },
            }),
          );
          if (total !== null) setTotal(page, total);
          return cutPageAt(page, rows, limit, (row) => rankedCursorOf(row, q, sort)).map(({ row }) =>
            present(row),
          );
        });
      }
      const from = gridPlaceOf(cursor, sort);
      return cache.respond(c, isPublic, async (page) => {
        const { rows, total } = await db.read((conn) =>
          findListings(conn, { ...unseen, filters, sort, from, limit: limit + 1, isCounted }),
        );
        if (total !== null) setTotal(page, total);
        return cutPageAt(page, rows, limit, (row) => cursorOf(row, sort)).map(present);
      });
    },
  );

  api.endpoint(
    {
      ...viewerRead,
      path: '/api/listings/:id',
      summary: 'One listing',
      params: ById,
      query: z.strictObject({}),
      isCached: true,
      replies: { 200: ListingDetails },
    },
    async ({ c, actor, params }) => {
      const hidden = actor && (await db.read((conn) => hiddenFrom(conn, actor)));
      const showsSaved = actor !== null && settings.isOn('saved');
      return cache.respond(c, hidden === null && !showsSaved, () =>
        db.read(async (conn): Promise<ListingDetails> => {
          const [row] = await findListing(conn, params);
          if (!row || (hidden && (await isHidden(conn, actor, row.seller.id)))) {
            throw notFound('Listing not found');
          }
          const listing = presentOneListing(row, settings.current().features);
          const trust = await trustOf(conn, row.seller.id, settings.current().features);
          const business = await readBusiness(conn, row.seller.id);
          return {
            ...listing,
            ...(showsSaved && { isSaved: (await findSavedBy(conn, actor.id, row.listing.id)).length > 0 }),
            seller: { ...listing.seller, ...trust, business },
          };
        }),
      );
    },
  );

  api.endpoint(
    {
      method: 'post',
      path: '/api/listings',
      budget: 'newListing',
      summary: 'Offer an item for sale, with photos uploaded earlier',
      access: 'member',
      scope: 'items',
      body: NewListing,
      replies: { 201: Listing },
    },
    async ({ c, actor, body }) => c.json(await createListing(ctx, actor, body), 201),
  );

  api.endpoint(
    {
      ...viewerRead,
      path: '/api/users/:username/listings',
      summary: 'The listings of one member, on sale and sold',
      params: z.object({ username: z.string() }),
      query: SellerQuery,
      replies: { 200: z.array(Listing) },
    },
    async ({ c, actor, params, query: { cursor, limit, sold } }) => {
      const from = cursor === undefined ? TOP : decodeCursor(cursor);
      const rows = await db.read(async (conn) => {
        const seller = await findMemberByName(conn, params.username);
        if (await isHiddenOnProfile(conn, actor, seller.id)) return [];
        return listSellerListings(conn, seller.id, { from, limit: limit + 1 }, sold);
      });
      return c.json(cutPage(c, rows, limit, placeOf).map(presentListing));
    },
  );
}
