import type { NewReport } from '@selvedge/shared/reports';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../actor.ts';
import type { Database } from '../db/database.ts';
import { AppError } from '../errors.ts';
import { findSubject } from './find-subject.ts';
import { findOpenReport, insertReport, type ReportState } from './queries.ts';

/**
 * Brings something before the admins, with what it is now. Who reports the same thing again while that is open gets
 * their first report.
 * @throws not_found; invalid_input for what is one's own.
 */
export async function fileReport(
  db: Database,
  reporter: Pick<Actor, 'id' | 'isAdmin'>,
  input: NewReport,
): Promise<{ report: ReportState; isNew: boolean }> {
  return db.transact(async (tx) => {
    const { personId, evidence, photoKey } = await findSubject(tx, reporter, input);
    if (personId === reporter.id) throw new AppError('invalid_input', 'You cannot report what is your own');
    const { subject, id: subjectId, reason, details } = input;
    const key = { reporterId: reporter.id, subject, subjectId };
    const row = {
      ...key,
      id: uuidv7(),
      personId,
      reason,
      details,
      evidence,
      photoKey,
      createdAt: new Date(),
    };
    const [inserted] = await insertReport(tx, row);
    if (inserted) return { report: inserted, isNew: true };
    const [first] = await findOpenReport(tx, key);
    // Closed in between by an admin, on an engine where transactions run side by side.
    if (!first) throw new AppError('conflict', 'This was just looked at. Please try again.');
    return { report: first, isNew: false };
  });
}
