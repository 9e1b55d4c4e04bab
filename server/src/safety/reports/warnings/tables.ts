import type { Kit } from '../../../platform/db/kit.ts';
import type { Referenced } from '../../../platform/db/referenced.ts';

export function warningTables({ table, index, id, str, instant }: Kit, { users }: Referenced<'users'>) {
  const warnings = table(
    'warnings',
    {
      id: id('id').primaryKey(),
      memberId: id('person_id')
        .notNull()
        .references(() => users.id),
      /** The report that it decides; that may be gone. */
      reportId: id('report_id').notNull(),
      reason: str('reason').notNull(),
      rule: str('rule'),
      createdAt: instant('created_at').notNull(),
      /** When the member confirmed that they have read it. */
      readAt: instant('read_at'),
      /** When an appeal against it succeeded. */
      withdrawnAt: instant('withdrawn_at'),
    },
    (t) => [index('warnings_person').on(t.memberId, t.createdAt), index('warnings_report').on(t.reportId)],
  );

  return { warnings };
}
