import { type SQL, sql } from 'drizzle-orm';

export const ROLES = ['buyer', 'seller'] as const;
export type Role = (typeof ROLES)[number];

// The parts with an index per role on SQLite. Every message updates these indexes, so there are few: the
// other parts are filtered from a scan of the inbox index. PostgreSQL sorts a member's conversations instead:
// without these indexes a message updates its conversation for a fifth less.
export const INDEXED_PARTS = ['inbox', 'archived', 'unread'] as const;
export type InboxPart = (typeof INDEXED_PARTS)[number] | 'needs-reply' | 'wtb';

/** A partial index is used only if the query repeats its condition, so both share this text. */
export function inPart(role: Role, part: InboxPart, prefix = ''): SQL {
  const other = role === 'buyer' ? 'seller' : 'buyer';
  const isUnarchived = `${prefix}${role}_archived_at is null`;
  return sql.raw(
    {
      inbox: isUnarchived,
      archived: `${prefix}${role}_archived_at is not null`,
      // The sender's cursor moves with the message, so a cursor below last_seq means unread.
      unread: `${prefix}${role}_read_seq < ${prefix}last_seq and ${isUnarchived}`,
      'needs-reply': `${prefix}last_sender_id = ${prefix}${other}_id and ${isUnarchived}`,
      wtb: `${prefix}wanted_id is not null and ${isUnarchived}`,
    }[part],
  );
}
