import { SavedCount, SavedListing, SavedSettings, SetTargetPrice } from '@selvedge/shared/items/saved';
import { Id } from '@selvedge/shared/platform/id';
import * as z from 'zod';
import { hiddenFrom } from '../../members/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { cutPage, decodeCursor, PageQuery, TOP } from '../../platform/core/paging.ts';
import { type Api, ById } from '../../platform/http/endpoint.ts';
import { readSavedCount } from './count-savers.ts';
import { presentSaved } from './present.ts';
import { findSettings, savedBelow, savedIdsOf, storeSettings } from './queries.ts';
import { saveListing, setTargetPrice, unsaveListing } from './save-listing.ts';

const common = { feature: 'saved', access: 'member' } as const;
const change = {
  ...common,
  path: '/api/listings/:id/saved',
  budget: 'saved',
  params: ById,
  replies: { 204: null },
} as const;

/** The REST endpoints for the listings that a member has saved. */
export function savedRoutes(api: Api, ctx: Ctx): void {
  const { db } = ctx;

  api.endpoint(
    { ...change, method: 'put', scope: null, summary: 'Save a listing; doing it again changes nothing' },
    async ({ c, actor, params }) => {
      await saveListing(ctx, actor, params.id);
      return c.body(null, 204);
    },
  );

  api.endpoint(
    {
      ...change,
      method: 'delete',
      scope: null,
      summary: 'Remove a listing from those I have saved, if it is one',
    },
    async ({ c, actor, params }) => {
      await unsaveListing(ctx, actor, params.id);
      return c.body(null, 204);
    },
  );

  api.endpoint(
    {
      ...change,
      method: 'patch',
      scope: null,
      body: SetTargetPrice,
      summary: 'Be notified once a listing I have saved costs this much or less; null for no longer',
    },
    async ({ c, actor, params, body }) => {
      await setTargetPrice(ctx, actor, params.id, body.targetPrice);
      return c.body(null, 204);
    },
  );

  api.endpoint(
    {
      ...common,
      method: 'get',
      scope: 'read',
      path: '/api/listings/:id/saved',
      budget: 'calls',
      params: ById,
      summary: 'How many members have saved my listing; never who',
      replies: { 200: SavedCount },
    },
    async ({ c, actor, params }) => c.json(await db.read((conn) => readSavedCount(conn, actor, params.id))),
  );

  api.endpoint(
    {
      ...common,
      method: 'get',
      scope: 'read',
      path: '/api/saved',
      budget: 'calls',
      query: PageQuery,
      summary: 'The listings I have saved, latest first; removed ones stay for 30 days',
      replies: { 200: z.array(SavedListing) },
    },
    async ({ c, actor, query: { cursor, limit } }) => {
      const from = cursor === undefined ? TOP : decodeCursor(cursor);
      const rows = await db.read(async (conn) => {
        const hidden = await hiddenFrom(conn, actor);
        return savedBelow(conn, { ...from, memberId: actor.id, limit: limit + 1, hidden });
      });
      const page = cutPage(c, rows, limit, ({ saved }) => ({ at: saved.savedAt, id: saved.id }));
      return c.json(page.map(presentSaved));
    },
  );

  api.endpoint(
    {
      ...common,
      method: 'get',
      scope: 'read',
      path: '/api/saved/ids',
      budget: 'calls',
      summary: 'The ids of all listings I have saved, up to 1,000',
      replies: { 200: z.array(Id) },
    },
    async ({ c, actor }) => {
      const rows = await db.read((conn) => savedIdsOf(conn, actor.id));
      return c.json(rows.map(({ listingId }) => listingId));
    },
  );

  api.endpoint(
    {
      ...common,
      method: 'get',
      scope: 'read',
      path: '/api/saved/settings',
      budget: 'calls',
      summary: 'Which price drops of saved listings I am notified of',
      replies: { 200: SavedSettings },
    },
    async ({ c, actor }) => {
      const [settings] = await db.read((conn) => findSettings(conn, actor.id));
      return c.json({ isAnyDrop: settings?.isAnyDrop ?? false });
    },
  );

  api.endpoint(
    {
      ...common,
      method: 'put',
      scope: null,
      path: '/api/saved/settings',
      budget: 'settings',
      body: SavedSettings,
      summary: 'Choose which price drops of saved listings I am notified of',
      replies: { 200: SavedSettings },
    },
    async ({ c, actor, body }) => {
      await db.transact((tx) => storeSettings(tx, actor.id, body.isAnyDrop));
      return c.json(body);
    },
  );
}
