import { and, asc, count, desc, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import { type InboxPart, inPart, PARTS, ROLES, type Role } from '../db/inbox-parts.ts';
import { isBelow } from '../db/keyset.ts';
import { prepared } from '../db/prepared.ts';
import type { Tables } from '../db/tables.ts';
import { TOP } from '../paging.ts';
import { type ConversationRow, type ConversationState, conversationsWhole } from './queries.ts';

const value = (name: string) => sql.placeholder(name);

/** A place in the inbox: conversations are ordered by their newest message, equal ones by id. */
export interface InboxPlace {
  lastMessageAt: Date;
  id: string;
}

const personIs = (c: Tables['conversations'], role: Role, personId: string): SQL =>
  eq(role === 'buyer' ? c.buyerId : c.sellerId, personId);

/** Nobody but its creator sees a conversation before its first message. */
const isSeenBy = (c: Tables['conversations'], personId: string): SQL | undefined =>
  or(gt(c.lastSeq, 0), eq(c.creatorId, personId));

export interface PartQuery {
  limit: number;
  /** The place after which the page begins. */
  from: InboxPlace | null;
  listingId?: string | undefined;
  wantedId?: string | undefined;
}

const partPage = (role: Role, part: InboxPart) =>
  prepared(`inbox_page_${role}_${part}`, (conn: Conn) => {
    const { conversations: c } = conn.t;
    return conversationsWhole(conn)
      .where(
        and(
          eq(role === 'buyer' ? c.buyerId : c.sellerId, value('personId')),
          inPart(role, part, 'conversations.'),
          or(gt(c.lastSeq, 0), eq(c.creatorId, value('personId'))),
          isBelow(c.lastMessageAt, c.id),
        ),
      )
      .orderBy(desc(c.lastMessageAt), desc(c.id))
      .limit(value('limit'));
  });
const partPages = Object.fromEntries(
  ROLES.flatMap((role) => PARTS.map((part) => [`${role} ${part}`, partPage(role, part)])),
  // Its keys are all there are of the two.
) as Record<`${Role} ${InboxPart}`, ReturnType<typeof partPage>>;

/** One page of a part of the inbox in one of the person's two roles, newest first. */
export async function inboxPage(
  conn: Conn,
  role: Role,
  part: InboxPart,
  personId: string,
  query: PartQuery,
): Promise<ConversationRow[]> {
  const { conversations: c } = conn.t;
  const { limit, listingId, wantedId } = query;
  const { lastMessageAt: at, id } = query.from ?? { lastMessageAt: TOP.at, id: TOP.id };
  if (listingId === undefined && wantedId === undefined) {
    // What everybody asks for, prepared.
    return partPages[`${role} ${part}`](conn, { personId, at, id, limit });
  }
  return conversationsWhole(conn)
    .where(
      and(
        personIs(c, role, personId),
        inPart(role, part, 'conversations.'),
        isSeenBy(c, personId),
        listingId === undefined ? undefined : eq(c.listingId, listingId),
        wantedId === undefined ? undefined : eq(c.wantedId, wantedId),
        // Compared as a pair: only so does SQLite begin at that place of the index instead of walking there.
        sql`(${c.lastMessageAt}, ${c.id}) < (${sql.param(at, c.lastMessageAt)}, ${id})`,
      ),
    )
    .orderBy(desc(c.lastMessageAt), desc(c.id))
    .limit(limit);
}

/** When a conversation last changed, and its id where that is equal. */
export interface ChangePlace {
  at: Date;
  id: string;
}

/** The first conversations in one of the person's two roles that changed after a place, in the order they did. */
export function changedAfter(conn: Conn, role: Role, personId: string, place: ChangePlace, limit: number) {
  const { conversations: c } = conn.t;
  return conversationsWhole(conn)
    .where(
      and(
        personIs(c, role, personId),
        isSeenBy(c, personId),
        sql`(${c.changedAt}, ${c.id}) > (${sql.param(place.at, c.changedAt)}, ${place.id})`,
      ),
    )
    .orderBy(asc(c.changedAt), asc(c.id))
    .limit(limit);
}

const unreadAs = (role: Role) =>
  prepared(`count_unread_${role}`, ({ q, t: { conversations: c } }: Conn) =>
    q
      .select({ count: count() })
      .from(c)
      .where(and(eq(role === 'buyer' ? c.buyerId : c.sellerId, value('personId')), inPart(role, 'unread'))),
  );
const unreadAsBuyer = unreadAs('buyer');
const unreadAsSeller = unreadAs('seller');

/** How many conversations hold something that the person has not read, but for those put away. */
export async function countUnread(conn: Conn, personId: string): Promise<number> {
  const [asBuyer] = await unreadAsBuyer(conn, { personId });
  const [asSeller] = await unreadAsSeller(conn, { personId });
  return (asBuyer?.count ?? 0) + (asSeller?.count ?? 0);
}

export const updateConversation = (conn: Conn, id: string, changes: Partial<ConversationState>) =>
  conn.q
    .update(conn.t.conversations)
    .set(changes)
    .where(eq(conn.t.conversations.id, id))
    .returning({ id: conn.t.conversations.id });
