import { Business, NewBusiness } from '@selvedge/shared/members/businesses';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/endpoint.ts';
import { deleteBusiness, putBusiness } from './queries.ts';

const PATH = '/api/auth/user/business';

/** The REST endpoints with which a member declares to sell as a business, for everyone to see. */
export function businessRoutes(api: Api, { db }: { db: Database }): void {
  api.endpoint(
    {
      method: 'put',
      path: PATH,
      budget: 'settings',
      summary: 'Declare that I sell as a business: everyone sees it on my profile and my listings',
      access: 'member',
      scope: null,
      body: NewBusiness,
      replies: { 200: Business },
    },
    async ({ c, actor, body }) => {
      await db.transact((tx) => putBusiness(tx, { userId: actor.id, ...body, updatedAt: new Date() }));
      return c.json(body satisfies Business);
    },
  );

  api.endpoint(
    {
      method: 'delete',
      path: PATH,
      budget: 'settings',
      summary: 'Declare that I no longer sell as a business',
      access: 'member',
      scope: null,
      replies: { 204: null },
    },
    async ({ c, actor }) => {
      await db.transact((tx) => deleteBusiness(tx, actor.id));
      return c.body(null, 204);
    },
  );
}
