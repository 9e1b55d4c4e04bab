import { type SQL, sql } from 'drizzle-orm';

export const ROLES = ['buyer', 'seller'] as const;
export type Role = (typeof ROLES)[number];

/**
 * The parts of a person's inbox that have an index of their own in either role. Every message rewrites these indexes,
 * so that there are few: the other parts are read along that of the inbox.
 */
export const INDEXED_PARTS = ['inbox', 'archived', 'unread'] as const;
export type InboxPart = (typeof INDEXED_PARTS)[number] | 'needs-reply' | 'wtb';

/**
 * Whether a row of `conversations` stands in a part. An index of a part is used where its own condition is repeated:
 * hence one text for both.
 * @param of what the columns' names begin with where other tables have the same.
 */
export function inPart(role: Role, part: InboxPart, of = ''): SQL {
  const other = role === 'buyer' ? 'seller' : 'buyer';
  const isKept = `${of}${role}_archived_at is null`;
  return sql.raw(
    {
      inbox: isKept,
      archived: `${of}${role}_archived_at is not null`,
      // The sender's cursor moves with the message, so a cursor below last_seq means unread.
      unread: `${of}${role}_read_seq < ${of}last_seq and ${isKept}`,
      'needs-reply': `${of}last_sender_id = ${of}${other}_id and ${isKept}`,
      wtb: `${of}wanted_id is not null and ${isKept}`,
    }[part],
  );
}
