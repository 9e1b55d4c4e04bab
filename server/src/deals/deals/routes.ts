import { Message } from '@selvedge/shared/conversations/conversations';
import { AnswerDeal, Deal, Interested, NameOther } from '@selvedge/shared/deals/deals';
import * as z from 'zod';
import type { Ctx } from '../../platform/core/ctx.ts';
import { cutPage, decodeCursor, PageQuery, TOP } from '../../platform/core/paging.ts';
import { type Api, ById, memberRead } from '../../platform/http/endpoint.ts';
import { answerDeal } from './answer-deal.ts';
import { listDeals } from './list-deals.ts';
import { listInterested } from './list-interested.ts';
import { type Item, nameOther } from './name-other.ts';

const ITEMS: { path: string; noun: string; itemOf: (id: string) => Item }[] = [
  { path: '/api/listings/:id', noun: 'sold listing', itemOf: (id) => ({ listingId: id, wantedId: null }) },
  { path: '/api/wtb-listings/:id', noun: 'found WTB', itemOf: (id) => ({ listingId: null, wantedId: id }) },
];

/** The REST endpoints for deals. */
export function dealRoutes(api: Api, ctx: Ctx): void {
  const { db, settings } = ctx;
  for (const { path, noun, itemOf } of ITEMS) {
    api.endpoint(
      {
        ...memberRead,
        scope: null,
        path: `${path}/interested`,
        feature: 'deals',
        summary: `Whom I can name as the other member of a deal about my ${noun}, latest message first`,
        params: ById,
        replies: { 200: z.array(Interested) },
      },
      async ({ c, actor, params }) =>
        c.json(await db.read((conn) => listInterested(conn, actor, itemOf(params.id)))),
    );

    api.endpoint(
      {
        method: 'post',
        path: `${path}/deal`,
        feature: 'deals',
        budget: 'message',
        summary: `Name the other member of a deal about my ${noun}, who is asked in our conversation`,
        access: 'member',
        scope: null,
        params: ById,
        body: NameOther,
        replies: { 200: z.object({ message: Message.nullable() }) },
      },
      async ({ c, actor, params, body }) =>
        c.json({ message: await nameOther(ctx, actor, itemOf(params.id), body.conversationId) }),
    );
  }

  api.endpoint(
    {
      method: 'post',
      path: '/api/deals/:id/answer',
      feature: 'deals',
      budget: 'message',
      summary: 'Answer whether I made a deal; a no leaves nothing',
      access: 'member',
      scope: null,
      params: ById,
      body: AnswerDeal.omit({ dealId: true }),
      replies: { 204: null },
    },
    async ({ c, actor, params, body }) => {
      await answerDeal(ctx, actor, { dealId: params.id, ...body });
      return c.body(null, 204);
    },
  );

  api.endpoint(
    {
      ...memberRead,
      scope: 'read',
      path: '/api/deals',
      feature: 'deals',
      summary: 'My deals, latest first',
      query: PageQuery,
      replies: { 200: z.array(Deal) },
    },
    async ({ c, actor, query: { cursor, limit } }) => {
      const from = cursor === undefined ? TOP : decodeCursor(cursor);
      const deals = await db.read((conn) => listDeals(conn, actor, { ...from, limit: limit + 1 }));
      const shown = settings.isOn('vouches') ? deals : deals.map((deal) => ({ ...deal, vouch: null }));
      return c.json(cutPage(c, shown, limit, ({ madeAt, id }) => ({ at: new Date(madeAt), id })));
    },
  );
}
