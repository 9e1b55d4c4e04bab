import type { Rating } from '@selvedge/shared/deals/ratings';
import { sql } from 'drizzle-orm';
import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';

/** What the two members of a deal say about each other. */
export function vouchTables(
  { table, index, uniqueIndex, id, str, instant }: Kit,
  { users, deals }: Referenced<'users' | 'deals'>,
) {
  const vouches = table(
    'vouches',
    {
      id: id('id').primaryKey(),
      dealId: id('deal_id')
        .notNull()
        .references(() => deals.id),
      writerId: id('writer_id')
        .notNull()
        .references(() => users.id),
      /** The other member of the deal. */
      subjectId: id('subject_id')
        .notNull()
        .references(() => users.id),
      rating: str('rating').$type<Rating>().notNull(),
      text: str('text'),
      writtenAt: instant('written_at').notNull(),
      /** From then on it is public and cannot be changed. Earlier, nothing shows that it exists. */
      releasesAt: instant('releases_at').notNull(),
      answer: str('answer'),
      answeredAt: instant('answered_at'),
      /** When an admin removed it, and the reason that the writer was sent. It no longer shows or counts. */
      removedAt: instant('removed_at'),
      removalReason: str('removal_reason'),
      /** When its subject was notified that it is public; never before. */
      announcedAt: instant('announced_at'),
    },
    (t) => [
      uniqueIndex('vouches_once').on(t.dealId, t.writerId),
      // Has every column that counting the vouches about a member reads.
      index('vouches_subject').on(t.subjectId, t.removedAt, t.releasesAt, t.id),
      index('vouches_writer').on(t.writerId),
      index('vouches_unannounced').on(t.releasesAt).where(sql`announced_at is null`),
    ],
  );
  return { vouches };
}
