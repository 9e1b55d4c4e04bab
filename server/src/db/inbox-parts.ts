import { type SQL, sql } from 'drizzle-orm';

export const ROLES = ['buyer', 'seller'] as const;
export type Role = (typeof ROLES)[number];

/**
 * The parts of a person's inbox that have an index of their own in either role. Every message rewrites these indexes,
 * so there are few of them: the other parts are filtered out of a scan of the inbox's index.
 */
export const INDEXED_PARTS = ['inbox', 'archived', 'unread'] as const;
export type InboxPart = (typeof INDEXED_PARTS)[number] | 'needs-reply' | 'wtb';

/**
 * The condition that a row of `conversations` belongs to a part. A partial index is used only where its own condition
 * is repeated, hence one text for both the index and the queries.
 * @param of the prefix of the column names, where a joined table has the same names.
 */
export function inPart(role: Role, part: InboxPart, of = ''): SQL {
  const other = role === 'buyer' ? 'seller' : 'buyer';
  const isUnarchived = `${of}${role}_archived_at is null`;
  return sql.raw(
    {
      inbox: isUnarchived,
      archived: `${of}${role}_archived_at is not null`,
      // The sender's cursor moves with the message, so a cursor below last_seq means unread.
      unread: `${of}${role}_read_seq < ${of}last_seq and ${isUnarchived}`,
      'needs-reply': `${of}last_sender_id = ${of}${other}_id and ${isUnarchived}`,
      wtb: `${of}wanted_id is not null and ${isUnarchived}`,
    }[part],
  );
}
