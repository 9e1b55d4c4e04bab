import type { LogAction, LogSubject } from '@selvedge/shared/safety/report-reasons';
import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';

/** Admin actions. Members are referenced by id; entries outlive their subjects. */
export function adminLogTables({ table, index, id, str, instant }: Kit, { users }: Referenced<'users'>) {
  const adminLog = table(
    'admin_log',
    {
      id: id('id').primaryKey(),
      /** null: the operator, on the command line. */
      adminId: id('admin_id').references(() => users.id),
      action: str('action').$type<LogAction>().notNull(),
      subject: str('subject').$type<LogSubject>().notNull(),
      /** null: the instance itself. */
      subjectId: id('subject_id'),
      /** Owner of the subject, if it has one. */
      memberId: id('person_id').references(() => users.id),
      note: str('note'),
      at: instant('at').notNull(),
    },
    (t) => [index('admin_log_at').on(t.at, t.id), index('admin_log_person').on(t.memberId, t.at, t.id)],
  );

  return { adminLog };
}
