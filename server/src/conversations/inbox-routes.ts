import { ArrangeConversation, Conversation } from '@selvedge/shared/conversations';
import { Id } from '@selvedge/shared/id';
import { INBOX_FILTERS } from '@selvedge/shared/inbox';
import { Instant } from '@selvedge/shared/instant';
import { MessageHit, MessageTerm } from '@selvedge/shared/message-search';
import * as z from 'zod';
import { type MarketVersion, readMarketVersion } from '../cache/market-version.ts';
import type { AnswerPrivately } from '../cache/private-responses.ts';
import { decodeCursor, encodeCursor, LOWEST_ID, nextLink, PageQuery } from '../core/paging.ts';
import { type Api, ById } from '../http/endpoint.ts';
import { arrangeConversation } from './arrange-conversation.ts';
import type { ConversationContext } from './context.ts';
import { listChanged, listConversations, versionOfInbox } from './list-conversations.ts';
import { presentConversation } from './present.ts';
import { searchMessages } from './search/search-messages.ts';

const InboxQuery = PageQuery.extend({
  filter: z
    .enum(INBOX_FILTERS)
    .optional()
    .meta({ description: '`all` but with an item or `since`, where what is archived is brought, too' }),
  since: Instant.optional().meta({
    description:
      'Only what changed at or after an instant by the clock of the server, as the `Date` of an answer, in that order, and again what changed in the half minute before. That is what was said, edited, read, delivered, archived or muted; not what becomes of the item, the two people and blocks between them, of which facts tell',
  }),
  listingId: Id.optional().meta({ description: 'Only those about this listing' }),
  wtbListingId: Id.optional().meta({ description: 'Only those about this WTB listing' }),
}).refine((query) => query.since === undefined || !(query.filter || query.listingId || query.wtbListingId), {
  error: 'Give since alone',
  path: ['since'],
});
/**
 * A change is dated before its transaction commits, so a list read in between lacks it. `since` therefore reaches back
 * by the longest that a transaction may take.
 */
const COMMIT_MS_MAX = 30_000;
type InboxQuery = z.output<typeof InboxQuery>;

const SearchQuery = PageQuery.extend({ q: MessageTerm, cursor: Id.optional() });

const filterOf = ({ filter, listingId, wtbListingId }: InboxQuery) =>
  filter ?? (listingId === undefined && wtbListingId === undefined ? 'all' : undefined);

/**
 * Whether a request asks for the inbox as clients show it: those answers are cached, since they are asked for often.
 */
const isPlainInbox = ({ since, listingId, wtbListingId }: InboxQuery) =>
  [since, listingId, wtbListingId].every((part) => part === undefined);

/** Everything that this page of the inbox depends on: while it is the same, so is the answer. */
async function factsOf(
  { db }: ConversationContext,
  version: MarketVersion,
  personId: string,
  query: InboxQuery,
): Promise<unknown[]> {
  const { limit, cursor, filter = 'all' } = query;
  const place = cursor === undefined ? null : decodeCursor(cursor);
  const from = place && { lastMessageAt: place.at, id: place.id };
  const seen = await version();
  return [seen, ...(await db.read((conn) => versionOfInbox(conn, personId, { filter, limit, from })))];
}

/** A page of what changed, or of the inbox, and the cursor of the next one. */
async function readPage({ db }: ConversationContext, personId: string, query: InboxQuery) {
  const { limit, since, listingId, wtbListingId: wantedId } = query;
  const place = query.cursor === undefined ? null : decodeCursor(query.cursor);
  if (since !== undefined) {
    // With the lowest id, so that everything that happened at this very instant is included.
    const after = place ?? { at: new Date(Date.parse(since) - COMMIT_MS_MAX), id: LOWEST_ID };
    const { rows, next } = await db.read((conn) => listChanged(conn, personId, { after, limit }));
    return { rows, next: next && encodeCursor(next) };
  }
  const from = place && { lastMessageAt: place.at, id: place.id };
  const { rows, next } = await db.read((conn) =>
    listConversations(conn, personId, { listingId, wantedId, limit, from, filter: filterOf(query) }),
  );
  return { rows, next: next && encodeCursor({ at: next.lastMessageAt, id: next.id }) };
}

/** The REST door to a person's inbox: its lists, its order, and search in it. */
export function inboxRoutes(api: Api, ctx: ConversationContext, answer: AnswerPrivately): void {
  const version = readMarketVersion(ctx.db);
  api.endpoint(
    {
      method: 'get',
      path: '/api/conversations',
      budget: 'calls',
      summary: 'My conversations, the newest message first',
      access: 'member',
      query: InboxQuery,
      isPacked: true,
      replies: { 200: z.array(Conversation) },
    },
    async ({ c, actor, query }) => {
      const facts = isPlainInbox(query) ? await factsOf(ctx, version, actor.id, query) : null;
      return answer(c, actor, facts, async () => {
        const { rows, next } = await readPage(ctx, actor.id, query);
        const value = rows.map((row) => presentConversation(row, actor.id));
        return { value, link: next && nextLink(c, next) };
      });
    },
  );

  api.endpoint(
    {
      method: 'patch',
      path: '/api/conversations/:id',
      budget: 'arrangeInbox',
      summary: 'Archive or mute a conversation, for myself alone',
      access: 'member',
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
      summary: 'Search what I wrote and was written, the newest first',
      access: 'member',
      query: SearchQuery,
      replies: { 200: z.array(MessageHit) },
    },
    async ({ c, actor, query }) => {
      const { q: term, cursor: below, limit } = query;
      const { hits, next } = await searchMessages(ctx, actor, { term, below, limit });
      // A page that is not full may have a next one, too: a search reads a bounded number of messages at a time.
      if (next) c.header('Link', nextLink(c, next));
      return c.json(hits);
    },
  );
}
