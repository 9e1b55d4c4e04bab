import { NewWanted, Wanted } from '@selvedge/shared/wanted';
import * as z from 'zod';
import type { Database } from '../db/database.ts';
import { type Api, ById } from '../endpoint.ts';
import { notFound } from '../errors.ts';
import { cutPage, decodeCursor, PageQuery, type Place, TOP } from '../paging.ts';
import { SearchTerm } from '../search-text.ts';
import { findUser } from '../users/find-user.ts';
import { createWanted } from './create-wanted.ts';
import { countFound, listWanted } from './list-wanted.ts';
import { presentWanted } from './present.ts';
import { buyerWantedBelow, findWanted, type WantedRow } from './queries.ts';

const WantedQuery = PageQuery.extend({
  q: SearchTerm.meta({ description: 'Part of the title or brand, whatever its case' }),
});

const placeOf = ({ wanted }: WantedRow): Place => ({ at: wanted.bumpedAt, id: wanted.id });

/** The REST door to Want-to-Buy requests. */
export function wantedRoutes(api: Api, { db }: { db: Database }): void {
  api.endpoint(
    {
      method: 'get',
      path: '/api/wtb-listings',
      summary:
        'Open WTB requests, the latest bumped first; a search tells on its first page how many it finds',
      access: 'public',
      query: WantedQuery,
      replies: { 200: z.array(Wanted) },
    },
    async ({ c, query: { q, cursor, limit } }) => {
      const from = cursor === undefined ? TOP : decodeCursor(cursor);
      const rows = await db.read((conn) => listWanted(conn, { from, limit: limit + 1 }, q));
      if (q !== undefined && cursor === undefined) {
        const total = rows.length <= limit ? rows.length : await db.read((conn) => countFound(conn, q));
        c.header('X-Total-Count', String(total));
      }
      return c.json(cutPage(c, rows, limit, placeOf).map(presentWanted));
    },
  );

  api.endpoint(
    {
      method: 'get',
      path: '/api/wtb-listings/:id',
      summary: 'One WTB request',
      access: 'public',
      params: ById,
      query: z.strictObject({}),
      replies: { 200: Wanted },
    },
    async ({ c, params }) => {
      const [row] = await db.read((conn) => findWanted(conn, params));
      if (!row) throw notFound('WTB listing not found');
      return c.json(presentWanted(row));
    },
  );

  api.endpoint(
    {
      method: 'post',
      path: '/api/wtb-listings',
      summary: 'Post what you look for',
      access: 'member',
      body: NewWanted,
      replies: { 201: Wanted },
    },
    async ({ c, actor, body }) => c.json(await db.transact((tx) => createWanted({ tx, actor }, body)), 201),
  );

  api.endpoint(
    {
      method: 'get',
      path: '/api/users/:username/wtb-listings',
      summary: 'What one person still looks for',
      access: 'public',
      params: z.object({ username: z.string() }),
      query: PageQuery,
      replies: { 200: z.array(Wanted) },
    },
    async ({ c, params, query: { cursor, limit } }) => {
      const from = cursor === undefined ? TOP : decodeCursor(cursor);
      const rows = await db.read(async (conn) => {
        const { id: buyerId } = await findUser(conn, params.username);
        return buyerWantedBelow(conn, { ...from, limit: limit + 1, buyerId });
      });
      return c.json(cutPage(c, rows, limit, placeOf).map(presentWanted));
    },
  );
}
