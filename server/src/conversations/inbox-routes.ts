import { ArrangeConversation, Conversation } from '@selvedge/shared/conversations/conversations';
import { INBOX_FILTERS } from '@selvedge/shared/conversations/inbox';
import { MessageHit, MessageTerm } from '@selvedge/shared/conversations/message-search';
import { Id } from '@selvedge/shared/platform/id';
import { Instant } from '@selvedge/shared/platform/instant';
import { Sync, Synced } from '@selvedge/shared/platform/realtime';
import * as z from 'zod';
import { type MarketVersion, readMarketVersion } from '../platform/cache/market-version.ts';
import type { RespondPrivately } from '../platform/cache/private-responses.ts';
import type { Ctx } from '../platform/core/ctx.ts';
import { decodeCursor, encodeCursor, LOWEST_ID, nextLink, PageQuery } from '../platform/core/paging.ts';
import { type Api, ById, memberRead } from '../platform/http/endpoint.ts';
import { arrangeConversation } from './arrange-conversation.ts';
import { countUnread } from './inbox-queries.ts';
import { listChanged, listConversations, versionOfInbox } from './list-conversations.ts';
import { presentConversation } from './present.ts';
import { searchMessages } from './search/search-messages.ts';
import { sync } from './sync.ts';

const InboxQuery = PageQuery.extend({
  filter: z
    .enum(INBOX_FILTERS)
    .optional()
    .meta({ description: 'Defaults to `all`; with an item or `since`, archived conversations are included' }),
  since: Instant.optional().meta({
    description:
      'Only conversations that changed at or after an instant by the server clock, such as the `Date` of a response, in order of change; those of the half minute before are repeated. Changes are messages, edits, reads, deliveries, archiving and muting, but not changes of the item, the participants or their blocks, which are sent as events',
  }),
  listingId: Id.optional().meta({ description: 'Only conversations about this listing' }),
  wtbListingId: Id.optional().meta({ description: 'Only conversations about this WTB' }),
}).refine((query) => query.since === undefined || !(query.filter || query.listingId || query.wtbListingId), {
  error: 'Use since on its own',
  path: ['since'],
});
// A change is dated before its transaction commits, so a list that is read in between misses it. `since` is
// moved back by the maximum duration of a transaction.
const COMMIT_MS_MAX = 30_000;
type InboxQuery = z.output<typeof InboxQuery>;

const SearchQuery = PageQuery.extend({ q: MessageTerm, cursor: Id.optional() });

const filterOf = ({ filter, listingId, wtbListingId }: InboxQuery) =>
  filter ?? (listingId === undefined && wtbListingId === undefined ? 'all' : undefined);

/** Whether a request is for the inbox as clients show it. Clients request that often, so it is cached. */
const isPlainInbox = ({ since, listingId, wtbListingId }: InboxQuery) =>
  [since, listingId, wtbListingId].every((part) => part === undefined);

/** Everything that this page of the inbox depends on: equal parts mean equal responses. */
async function versionPartsOf(
  { db }: Ctx,
  version: MarketVersion,
  memberId: string,
  query: InboxQuery,
): Promise<unknown[]> {
  const { limit, cursor, filter = 'all' } = query;
  const place = cursor === undefined ? null : decodeCursor(cursor);
  const from = place && { lastMessageAt: place.at, id: place.id };
  const marketVersion = await version();
  return [
    marketVersion,
    ...(await db.read((conn) => versionOfInbox(conn, memberId, { filter, limit, from }))),
  ];
}

async function readPage({ db }: Ctx, memberId: string, query: InboxQuery) {
  const { limit, since, listingId, wtbListingId: wantedId } = query;
  const place = query.cursor === undefined ? null : decodeCursor(query.cursor);
  if (since !== undefined) {
    // Start at the lowest id to include everything at exactly this instant.
    const after = place ?? { at: new Date(Date.parse(since) - COMMIT_MS_MAX), id: LOWEST_ID };
    const { rows, next } = await db.read((conn) => listChanged(conn, memberId, { after, limit }));
    return { rows, next: next && encodeCursor(next) };
  }
  const from = place && { lastMessageAt: place.at, id: place.id };
  const { rows, next } = await db.read((conn) =>
    listConversations(conn, memberId, { listingId, wantedId, limit, from, filter: filterOf(query) }),
  );
  return { rows, next: next && encodeCursor({ at: next.lastMessageAt, id: next.id }) };
}

export function inboxRoutes(api: Api, ctx: Ctx, respond: RespondPrivately): void {
  const version = readMarketVersion(ctx.db);
  api.endpoint(
    {
      ...memberRead,
      scope: 'chat',
      path: '/api/conversations',
      summary: 'List my conversations, newest message first',
      query: InboxQuery,
      isCompressed: true,
      replies: { 200: z.array(Conversation) },
    },
    async ({ c, actor, query }) => {
      const versionParts = isPlainInbox(query) ? await versionPartsOf(ctx, version, actor.id, query) : null;
      return respond(c, actor, versionParts, async () => {
        const { rows, next } = await readPage(ctx, actor.id, query);
        const value = rows.map((row) => presentConversation(row, actor.id));
        return { value, link: next && nextLink(c, next) };
      });
    },
  );

  api.endpoint(
    {
      method: 'post',
      path: '/api/sync',
      budget: 'sync',
      summary: 'What has changed since I was last here, for networks that block sockets',
      access: 'member',
      scope: 'chat',
      body: Sync,
      isCompressed: true,
      replies: { 200: Synced.extend({ unread: z.int() }) },
    },
    async ({ c, actor, body }) =>
      c.json(
        await ctx.db.read(async (conn) => ({
          ...(await sync(ctx, conn, actor, body)),
          unread: await countUnread(conn, actor.id),
        })),
      ),
  );

  api.endpoint(
    {
      method: 'patch',
      path: '/api/conversations/:id',
      budget: 'arrangeInbox',
      summary: 'Archive or mute a conversation, for me only',
      access: 'member',
      scope: 'chat',
      params: ById,
      body: ArrangeConversation,
      replies: { 200: Conversation },
    },
    async ({ c, actor, params, body }) =>
      c.json(await arrangeConversation(ctx, actor, { ...body, id: params.id })),
  );

  api.endpoint(
    {
      method: 'get',
      path: '/api/messages/search',
      budget: 'search',
      summary: 'Search the messages I sent and received, newest first',
      access: 'member',
      scope: 'chat',
      query: SearchQuery,
      replies: { 200: z.array(MessageHit) },
    },
    async ({ c, actor, query }) => {
      const { q: term, cursor: below, limit } = query;
      const { hits, next } = await searchMessages(ctx, actor, { term, below, limit });
      // Even a page that is not full may have a next one: a search reads a bounded number of messages.
      if (next) c.header('Link', nextLink(c, next));
      return c.json(hits);
    },
  );
}
