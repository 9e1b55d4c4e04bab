import type { AppealOutcome, AppealParty } from '@selvedge/shared/safety/report-reasons';
import { sql } from 'drizzle-orm';
import type { Kit } from '../../../platform/db/kit.ts';
import type { Referenced } from '../../../platform/db/referenced.ts';

/** Appeals against decisions on reports: one by each side. */
export function appealTables(
  { table, index, uniqueIndex, id, str, instant }: Kit,
  { users, reports }: Referenced<'users' | 'reports'>,
) {
  const appeals = table(
    'appeals',
    {
      id: id('id').primaryKey(),
      reportId: id('report_id')
        .notNull()
        .references(() => reports.id, { onDelete: 'cascade' }),
      party: str('party').$type<AppealParty>().notNull(),
      text: str('text').notNull(),
      createdAt: instant('created_at').notNull(),
      /** Null until an admin has answered it. */
      closedAt: instant('closed_at'),
      closedById: id('closed_by_id').references(() => users.id),
      outcome: str('outcome').$type<AppealOutcome>(),
      reason: str('reason'),
    },
    (t) => [
      uniqueIndex('appeals_once').on(t.reportId, t.party),
      index('appeals_open').on(t.createdAt, t.id).where(sql`closed_at is null`),
    ],
  );

  return { appeals };
}
