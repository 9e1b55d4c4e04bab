import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import { TOP } from '../platform/core/paging.ts';
import type { Conn } from '../platform/db/database.ts';
import { type InboxPart, inPart, ROLES, type Role } from '../platform/db/inbox-parts.ts';
import { isBelow } from '../platform/db/keyset.ts';
import { prepared } from '../platform/db/prepared.ts';
import { isOpenTo } from '../platform/db/seen.ts';
import type { Tables } from '../platform/db/tables.ts';
import { type ConversationRow, type ConversationState, conversationsWithDetails } from './queries.ts';

const value = (name: string) => sql.placeholder(name);

/** A place in the inbox, which is ordered by newest message, then by id. */
export interface InboxPlace {
  lastMessageAt: Date;
  id: string;
}

export function hasRole(c: Tables['conversations'], role: Role, memberId: string | Placeholder): SQL {
  return eq(role === 'buyer' ? c.buyerId : c.sellerId, memberId);
}

export interface PartQuery {
  limit: number;
  from: InboxPlace | null;
  listingId?: string | undefined;
  wantedId?: string | undefined;
}

const isInPage = (c: Tables['conversations'], role: Role, part: InboxPart): SQL | undefined =>
  and(
    hasRole(c, role, value('memberId')),
    inPart(role, part, 'conversations.'),
    isOpenTo(c, value('memberId')),
    isBelow(c.lastMessageAt, c.id),
  );

// In any order. The page is chosen before anything is joined: otherwise PostgreSQL reads and sorts all of a
// member's conversations for it.
const partPage = (role: Role, part: InboxPart) =>
  prepared(`inbox_page_${role}_${part}`, (conn: Conn) => {
    const { conversations: c } = conn.t;
    const page = conn.q
      .select({ id: c.id })
      .from(c)
      .where(isInPage(c, role, part))
      .orderBy(desc(c.lastMessageAt), desc(c.id))
      .limit(value('limit'));
    return conversationsWithDetails(conn).where(inArray(c.id, page));
  });

// Not shown, or never changing. All other columns, including future ones, are part of the inbox's version.
const UNVERSIONED: readonly string[] = [
  'buyerId',
  'sellerId',
  'listingId',
  'wantedId',
  'creatorId',
  'createdAt',
  'buyerWaitingSince',
  'buyerPushedSeq',
  'buyerMailedSeq',
  'sellerWaitingSince',
  'sellerPushedSeq',
  'sellerMailedSeq',
] satisfies (keyof ConversationState)[];

const partVersion = (role: Role, part: InboxPart) =>
  prepared(`inbox_version_${role}_${part}`, ({ q, t: { conversations: c } }: Conn) => {
    const versioned = Object.entries(getTableColumns(c)).filter(([name]) => !UNVERSIONED.includes(name));
    return (
      q
        // Raw values, not decoded: they are only compared, never shown.
        .select(Object.fromEntries(versioned.map(([name, column]) => [name, sql`${column}`])))
        .from(c)
        .where(isInPage(c, role, part))
        .orderBy(desc(c.lastMessageAt), desc(c.id))
        .limit(value('limit'))
    );
  });

const PARTS = ['inbox', 'archived', 'unread', 'needs-reply', 'wtb'] as const satisfies readonly InboxPart[];
const ofAllParts = <T>(make: (role: Role, part: InboxPart) => T) =>
  Object.fromEntries(
    ROLES.flatMap((role) => PARTS.map((part) => [`${role} ${part}`, make(role, part)])),
    // The keys are every combination of role and part.
  ) as Record<`${Role} ${(typeof PARTS)[number]}`, T>;
const partPages = ofAllParts(partPage);
const partVersions = ofAllParts(partVersion);

const bind = (memberId: string, { limit, from }: Pick<PartQuery, 'limit' | 'from'>) => {
  const { lastMessageAt: at, id } = from ?? { lastMessageAt: TOP.at, id: TOP.id };
  return { memberId, at, id, limit };
};

/** The conversation columns that this page of the inbox depends on, without those of joined tables. */
export function inboxVersionRows(
  conn: Conn,
  role: Role,
  part: InboxPart,
  memberId: string,
  query: Pick<PartQuery, 'limit' | 'from'>,
): Promise<unknown[]> {
  return partVersions[`${role} ${part}`](conn, bind(memberId, query));
}

/** One page of a part of the inbox in one of the member's two roles, in any order. */
export async function inboxPage(
  conn: Conn,
  role: Role,
  part: InboxPart,
  memberId: string,
  query: PartQuery,
): Promise<ConversationRow[]> {
  const { conversations: c } = conn.t;
  const { limit, listingId, wantedId } = query;
  const values = bind(memberId, query);
  if (listingId === undefined && wantedId === undefined) {
    // The common case has a prepared statement.
    return partPages[`${role} ${part}`](conn, values);
  }
  return conversationsWithDetails(conn)
    .where(
      and(
        hasRole(c, role, memberId),
        inPart(role, part, 'conversations.'),
        isOpenTo(c, memberId),
        listingId === undefined ? undefined : eq(c.listingId, listingId),
        wantedId === undefined ? undefined : eq(c.wantedId, wantedId),
        // Compare row values: only then does SQLite seek in the index instead of scanning up to the place.
        sql`(${c.lastMessageAt}, ${c.id}) < (${sql.param(values.at, c.lastMessageAt)}, ${values.id})`,
      ),
    )
    .orderBy(desc(c.lastMessageAt), desc(c.id))
    .limit(limit);
}

/** A place in a list ordered by last change, then by id. */
export interface ChangePlace {
  at: Date;
  id: string;
}

export function changedAfter(conn: Conn, role: Role, memberId: string, place: ChangePlace, limit: number) {
  const { conversations: c } = conn.t;
  return conversationsWithDetails(conn)
    .where(
      and(
        hasRole(c, role, memberId),
        isOpenTo(c, memberId),
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
      .where(and(hasRole(c, role, value('memberId')), inPart(role, 'unread'))),
  );
const unreadAsBuyer = unreadAs('buyer');
const unreadAsSeller = unreadAs('seller');

/** How many of a member's unarchived conversations have unread messages. */
export async function countUnread(conn: Conn, memberId: string): Promise<number> {
  const [asBuyer] = await unreadAsBuyer(conn, { memberId });
  const [asSeller] = await unreadAsSeller(conn, { memberId });
  return (asBuyer?.count ?? 0) + (asSeller?.count ?? 0);
}

export function updateConversation(conn: Conn, id: string, changes: Partial<ConversationState>) {
  return conn.q
    .update(conn.t.conversations)
    .set(changes)
    .where(eq(conn.t.conversations.id, id))
    .returning({ id: conn.t.conversations.id });
}
