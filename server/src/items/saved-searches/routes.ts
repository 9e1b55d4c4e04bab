import {
  ChangeSavedSearch,
  NewSavedSearch,
  PreviewSearch,
  SavedSearch,
  SearchPreview,
} from '@selvedge/shared/items/saved-searches';
import * as z from 'zod';
import type { Ctx } from '../../platform/core/ctx.ts';
import { LOWEST_ID } from '../../platform/core/paging.ts';
import type { Conn } from '../../platform/db/database.ts';
import { type Api, ById } from '../../platform/http/endpoint.ts';
import { nextJobs } from '../queue/queries.ts';
import { editSearch, openSearch, removeSearch } from './change-search.ts';
import { dismissalRoutes } from './dismissals/routes.ts';
import { presentSearch } from './present.ts';
import { previewSearch } from './preview-search.ts';
import { searchesOf } from './queries.ts';
import { saveSearch } from './save-search.ts';

const common = { feature: 'savedSearches', access: 'member' } as const;
const list = { ...common, path: '/api/saved-searches' } as const;
const one = { ...common, path: '/api/saved-searches/:id', params: ById } as const;

/** Until when all changes were compared with all searches. */
async function checkedAt(conn: Conn): Promise<Date> {
  const [waiting] = await nextJobs(conn, { kind: 'searches', above: LOWEST_ID, limit: 1 });
  return waiting?.createdAt ?? new Date();
}

/** The REST endpoints for saved searches. */
export function savedSearchRoutes(api: Api, ctx: Ctx): void {
  const { db } = ctx;
  dismissalRoutes(api, ctx);

  api.endpoint(
    {
      ...list,
      method: 'get',
      scope: 'read',
      budget: 'calls',
      summary: 'My saved searches, latest first, each with how much it found since I last opened it',
      replies: { 200: z.array(SavedSearch) },
    },
    async ({ c, actor }) => {
      const { at, rows } = await db.read(async (conn) => ({
        at: await checkedAt(conn),
        rows: await searchesOf(conn, actor.id),
      }));
      return c.json(rows.map((row) => presentSearch(row, at)));
    },
  );

  api.endpoint(
    {
      ...list,
      method: 'post',
      scope: null,
      budget: 'savedSearch',
      summary: 'Save a search; 200 with the saved one if it finds the same as one of mine',
      body: NewSavedSearch,
      replies: { 201: SavedSearch, 200: SavedSearch },
    },
    async ({ c, actor, body }) => {
      const { search, isNew } = await saveSearch(ctx, actor, body);
      const at = await db.read(checkedAt);
      return c.json(presentSearch(search, at), isNew ? 201 : 200);
    },
  );

  api.endpoint(
    {
      ...common,
      method: 'get',
      scope: 'read',
      path: '/api/saved-searches/preview',
      budget: 'search',
      summary: 'What a search would have found in the last 30 days',
      query: PreviewSearch,
      replies: { 200: SearchPreview },
    },
    async ({ c, actor, query: { query } }) => c.json(await previewSearch(ctx, actor, query)),
  );

  api.endpoint(
    {
      ...one,
      method: 'patch',
      scope: null,
      budget: 'savedSearch',
      summary: 'Rename one of my saved searches, or choose when I am told of what it finds',
      body: ChangeSavedSearch,
      replies: { 200: SavedSearch },
    },
    async ({ c, actor, params, body }) => {
      const search = await editSearch(ctx, actor, params.id, body);
      return c.json(presentSearch(search, await db.read(checkedAt)));
    },
  );

  api.endpoint(
    {
      ...common,
      method: 'post',
      scope: null,
      path: '/api/saved-searches/:id/seen',
      params: ById,
      budget: 'receipts',
      summary: 'What one of my saved searches has found so far is no longer new',
      replies: { 204: null },
    },
    async ({ c, actor, params }) => {
      await openSearch(ctx, actor, params.id);
      return c.body(null, 204);
    },
  );

  api.endpoint(
    {
      ...one,
      method: 'delete',
      scope: null,
      budget: 'savedSearch',
      summary: 'Remove one of my saved searches',
      replies: { 204: null },
    },
    async ({ c, actor, params }) => {
      await removeSearch(ctx, actor, params.id);
      return c.body(null, 204);
    },
  );
}
