import { Listing, NewListing } from '@selvedge/shared/listings';
import * as z from 'zod';
import { type Api, ById } from '../endpoint.ts';
import { notFound } from '../errors.ts';
import { cutPage, decodeCursor, PageQuery, type Place, TOP } from '../paging.ts';
import { SearchTerm } from '../search-text.ts';
import { findUser } from '../users/find-user.ts';
import { listingChangeRoutes } from './change-routes.ts';
import type { Trading } from './context.ts';
import { createListing } from './create-listing.ts';
import { countFound, listListings, listSellerListings } from './list-listings.ts';
import { presentListing } from './present.ts';
import { findListing, type ListingRow } from './queries.ts';

const GridQuery = PageQuery.extend({
  brand: SearchTerm.meta({ description: 'Part of the brand, whatever its case' }),
});

const SellerQuery = PageQuery.extend({
  sold: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .optional()
    .meta({ description: 'Only what is sold, or only what is on sale' }),
});

const placeOf = ({ listing }: ListingRow): Place => ({ at: listing.bumpedAt, id: listing.id });

/** The REST door to listings. */
export function listingRoutes(api: Api, trading: Trading): void {
  const { db, publish } = trading;
  listingChangeRoutes(api, trading);

  api.endpoint(
    {
      method: 'get',
      path: '/api/listings',
      summary: 'Listings, the latest bumped first; a search tells on its first page how many it finds',
      access: 'public',
      query: GridQuery,
      replies: { 200: z.array(Listing) },
    },
    async ({ c, query: { brand, cursor, limit } }) => {
      const from = cursor === undefined ? TOP : decodeCursor(cursor);
      const rows = await db.read((conn) => listListings(conn, { from, limit: limit + 1 }, brand));
      if (brand !== undefined && cursor === undefined) {
        const total = rows.length <= limit ? rows.length : await db.read((conn) => countFound(conn, brand));
        c.header('X-Total-Count', String(total));
      }
      return c.json(cutPage(c, rows, limit, placeOf).map(presentListing));
    },
  );

  api.endpoint(
    {
      method: 'get',
      path: '/api/listings/:id',
      summary: 'One listing',
      access: 'public',
      params: ById,
      query: z.strictObject({}),
      replies: { 200: Listing },
    },
    async ({ c, params }) => {
      const [row] = await db.read((conn) => findListing(conn, params));
      if (!row) throw notFound('Listing not found');
      return c.json(presentListing(row));
    },
  );

  api.endpoint(
    {
      method: 'post',
      path: '/api/listings',
      summary: 'Offer an item for sale with photos uploaded before',
      access: 'member',
      body: NewListing,
      replies: { 201: Listing },
    },
    async ({ c, actor, body }) =>
      c.json(await db.transact((tx) => createListing({ tx, actor, publish }, body)), 201),
  );

  api.endpoint(
    {
      method: 'get',
      path: '/api/users/:username/listings',
      summary: 'What one person sells and has sold',
      access: 'public',
      params: z.object({ username: z.string() }),
      query: SellerQuery,
      replies: { 200: z.array(Listing) },
    },
    async ({ c, params, query: { cursor, limit, sold } }) => {
      const from = cursor === undefined ? TOP : decodeCursor(cursor);
      const rows = await db.read(async (conn) => {
        const seller = await findUser(conn, params.username);
        return listSellerListings(conn, seller.id, { from, limit: limit + 1 }, sold);
      });
      return c.json(cutPage(c, rows, limit, placeOf).map(presentListing));
    },
  );
}
