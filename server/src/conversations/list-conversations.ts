import type { InboxFilter } from '@selvedge/shared/conversations/inbox';
import { blocksOf } from '../members/public.ts';
import type { Conn } from '../platform/db/database.ts';
import { type InboxPart, ROLES, type Role } from '../platform/db/inbox-parts.ts';
import {
  type ChangePlace,
  changedAfter,
  type InboxPlace,
  inboxPage,
  inboxVersionRows,
  type PartQuery,
} from './inbox-queries.ts';
import type { ConversationRow } from './queries.ts';

const inBothRoles = (part: InboxPart) => ROLES.map((role) => ({ role, part }));

const PARTS_OF: Record<InboxFilter, { role: Role; part: InboxPart }[]> = {
  all: inBothRoles('inbox'),
  unread: inBothRoles('unread'),
  'needs-reply': inBothRoles('needs-reply'),
  buying: [{ role: 'buyer', part: 'inbox' }],
  selling: [{ role: 'seller', part: 'inbox' }],
  wtb: inBothRoles('wtb'),
  archived: inBothRoles('archived'),
};
const ALL_PARTS = [...PARTS_OF.all, ...PARTS_OF.archived];

const placeOf = (row: ConversationRow): InboxPlace => row.conversation;

const newestFirst = (a: ConversationRow, b: ConversationRow): number =>
  placeOf(b).lastMessageAt.getTime() - placeOf(a).lastMessageAt.getTime() ||
  (placeOf(a).id < placeOf(b).id ? 1 : -1);

interface InboxQuery extends PartQuery {
  /** Without a filter, all conversations, including archived ones. */
  filter?: InboxFilter | undefined;
}

/** Newest first, with the place where the next page starts. */
export async function listConversations(
  conn: Conn,
  memberId: string,
  { filter, ...query }: InboxQuery,
): Promise<{ rows: ConversationRow[]; next: InboxPlace | null }> {
  const { limit } = query;
  const oneMore = { ...query, limit: limit + 1 };
  const merged: ConversationRow[] = [];
  for (const { role, part } of filter ? PARTS_OF[filter] : ALL_PARTS) {
    merged.push(...(await inboxPage(conn, role, part, memberId, oneMore)));
  }
  merged.sort(newestFirst);
  const rows = merged.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: merged.length > limit && last ? placeOf(last) : null };
}

/** Everything that a page of an inbox depends on, except members and items, which the market version covers. */
export async function versionOfInbox(
  conn: Conn,
  memberId: string,
  { filter, limit, from }: Pick<PartQuery, 'limit' | 'from'> & { filter: InboxFilter },
): Promise<unknown[]> {
  const parts: unknown[] = [await blocksOf(conn, { id: memberId })];
  for (const { role, part } of PARTS_OF[filter]) {
    parts.push(await inboxVersionRows(conn, role, part, memberId, { from, limit: limit + 1 }));
  }
  return parts;
}

const changeOf = ({ conversation }: ConversationRow): ChangePlace => ({
  at: conversation.changedAt,
  id: conversation.id,
});

const firstChanged = (a: ConversationRow, b: ConversationRow): number =>
  changeOf(a).at.getTime() - changeOf(b).at.getTime() || (changeOf(a).id < changeOf(b).id ? -1 : 1);

export async function listChanged(
  conn: Conn,
  memberId: string,
  { after, limit }: { after: ChangePlace; limit: number },
): Promise<{ rows: ConversationRow[]; next: ChangePlace | null }> {
  const merged: ConversationRow[] = [];
  for (const role of ROLES) merged.push(...(await changedAfter(conn, role, memberId, after, limit + 1)));
  merged.sort(firstChanged);
  const rows = merged.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: merged.length > limit && last ? changeOf(last) : null };
}
