import {
  DiscountListing,
  DiscountReference,
  EditListing,
  Listing,
  PriceListing,
} from '@selvedge/shared/items/listings';
import { SALE_UNDO_MINUTES } from '@selvedge/shared/platform/limits';
import { fromCents } from '@selvedge/shared/platform/money';
import type { Ctx } from '../../platform/core/ctx.ts';
import { type Api, ById, memberRead } from '../../platform/http/endpoint.ts';
import { bumpListing } from './bump-listing.ts';
import { discountListing } from './discount-listing.ts';
import { editListing } from './edit-listing.ts';
import { requireMay } from './lock-listing.ts';
import { markSold } from './mark-sold.ts';
import { findListing } from './queries.ts';
import { findReferencePrices } from './reference-prices.ts';
import { removeAsAdmin } from './remove-as-admin.ts';
import { removeListing } from './remove-listing.ts';
import { setPrice } from './set-price.ts';
import { undoSale } from './undo-sale.ts';

const changed = { access: 'member', scope: 'items', params: ById, replies: { 200: Listing } } as const;
const removed = { access: 'member', params: ById, replies: { 204: null } } as const;

/** The REST endpoints that change a listing, for its owner or an admin. */
export function listingChangeRoutes(api: Api, ctx: Ctx): void {
  api.endpoint(
    {
      method: 'put',
      path: '/api/listings/:id',
      budget: 'itemChange',
      summary: 'Edit a listing; a price is ignored',
      body: EditListing,
      ...changed,
    },
    async ({ c, actor, params: { id }, body }) => c.json(await editListing(ctx, actor, id, body)),
  );

  api.endpoint(
    {
      method: 'patch',
      path: '/api/listings/:id/sold',
      budget: 'itemChange',
      summary: 'Mark as sold',
      ...changed,
    },
    async ({ c, actor, params: { id } }) => c.json(await markSold(ctx, actor, id)),
  );

  api.endpoint(
    {
      method: 'delete',
      path: '/api/listings/:id/sold',
      budget: 'itemChange',
      summary: `Undo the sale, for ${SALE_UNDO_MINUTES} minutes and until a deal about it is confirmed`,
      ...changed,
    },
    async ({ c, actor, params: { id } }) => c.json(await undoSale(ctx, actor, id)),
  );

  api.endpoint(
    {
      method: 'patch',
      path: '/api/listings/:id/discount',
      budget: 'discount',
      summary:
        'Lower the price; 10 percent or more off the lowest price of the last 30 days bumps the listing, once a day',
      body: DiscountListing,
      ...changed,
    },
    async ({ c, actor, params: { id }, body }) => c.json(await discountListing(ctx, actor, id, body)),
  );

  api.endpoint(
    {
      ...memberRead,
      scope: 'read',
      path: '/api/listings/:id/discount',
      summary: 'The prices that a discount of my listing is compared with',
      params: ById,
      replies: { 200: DiscountReference },
    },
    async ({ c, actor, params }) => {
      const { reference, lowest } = await ctx.db.read(async (conn) => {
        const [row] = await findListing(conn, params);
        const listing = requireMay(row?.listing, actor, 'discount');
        return findReferencePrices(conn, listing, new Date());
      });
      return c.json({ referencePrice: fromCents(reference), lowestPrice: fromCents(lowest) });
    },
  );

  api.endpoint(
    {
      method: 'patch',
      path: '/api/listings/:id/price',
      budget: 'itemChange',
      summary: 'Correct the price; ends a discount',
      body: PriceListing,
      ...changed,
    },
    async ({ c, actor, params: { id }, body }) => c.json(await setPrice(ctx, actor, id, body)),
  );

  api.endpoint(
    {
      method: 'patch',
      path: '/api/listings/:id/bump',
      budget: 'bump',
      summary: 'Move to the top',
      ...changed,
    },
    async ({ c, actor, params: { id } }) => c.json(await bumpListing(ctx, actor, id)),
  );

  api.endpoint(
    {
      method: 'delete',
      path: '/api/listings/:id',
      scope: 'items',
      budget: 'itemChange',
      summary: 'Remove my listing',
      ...removed,
    },
    async ({ c, actor, params: { id } }) => {
      await removeListing(ctx, actor, id);
      return c.body(null, 204);
    },
  );

  api.endpoint(
    {
      method: 'delete',
      path: '/api/admin/listings/:id',
      scope: null,
      budget: 'adminAction',
      summary: 'Remove any listing, as an admin',
      ...removed,
    },
    async ({ c, actor, params: { id } }) => {
      await removeAsAdmin(ctx, actor, id);
      return c.body(null, 204);
    },
  );
}
