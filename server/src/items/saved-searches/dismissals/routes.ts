import { Dismissal } from '@selvedge/shared/items/saved-searches';
import { Id } from '@selvedge/shared/platform/id';
import * as z from 'zod';
import { formatInstant } from '../../../platform/core/format-instant.ts';
import type { Database } from '../../../platform/db/database.ts';
import { type Api, ById } from '../../../platform/http/endpoint.ts';
import { dismiss } from './dismiss.ts';
import { deleteDismissal, dismissalsOf } from './queries.ts';

const common = { feature: 'savedSearches', access: 'member' } as const;
const change = { ...common, budget: 'dismissal', replies: { 204: null } } as const;
const ofListing = { ...change, path: '/api/dismissals/listings/:id', params: ById } as const;
const ofSeller = {
  ...change,
  path: '/api/dismissals/sellers/:userId',
  params: z.object({ userId: Id }),
} as const;

/** The REST endpoints for what a member is not interested in. */
export function dismissalRoutes(api: Api, { db }: { db: Database }): void {
  api.endpoint(
    { ...ofListing, method: 'put', scope: null, summary: 'Hide a listing from my grid and alerts' },
    async ({ c, actor, params }) => {
      await dismiss(db, actor, { listingId: params.id });
      return c.body(null, 204);
    },
  );

  api.endpoint(
    { ...ofListing, method: 'delete', scope: null, summary: 'Show a listing again in my grid and alerts' },
    async ({ c, actor, params }) => {
      await db.transact(async (tx) => deleteDismissal(tx, actor.id, { listingId: params.id }));
      return c.body(null, 204);
    },
  );

  api.endpoint(
    {
      ...ofSeller,
      method: 'put',
      scope: null,
      summary: 'Hide the listings of a seller from my grid and alerts',
    },
    async ({ c, actor, params }) => {
      await dismiss(db, actor, { sellerId: params.userId });
      return c.body(null, 204);
    },
  );

  api.endpoint(
    {
      ...ofSeller,
      method: 'delete',
      scope: null,
      summary: 'Show the listings of a seller again in my grid and alerts',
    },
    async ({ c, actor, params }) => {
      await db.transact(async (tx) => deleteDismissal(tx, actor.id, { sellerId: params.userId }));
      return c.body(null, 204);
    },
  );

  api.endpoint(
    {
      ...common,
      method: 'get',
      scope: 'read',
      path: '/api/dismissals',
      budget: 'calls',
      summary: 'The listings and sellers that I am not interested in, latest first',
      replies: { 200: z.array(Dismissal) },
    },
    async ({ c, actor }) => {
      const rows = await db.read(async (conn) => dismissalsOf(conn, actor.id));
      return c.json(rows.map((row) => ({ ...row, createdAt: formatInstant(row.createdAt) })));
    },
  );
}
