import { randomUUID } from 'node:crypto';
import type { Database } from '../../../server/src/platform/db/database.ts';

interface Involved {
  reporterId: string;
  /** The person concerned. */
  memberId: string;
  /** Who decided. */
  adminId: string;
  /** Who has an unread warning. */
  warnedId: string;
}

/** Stores a closed report with an open appeal by the person concerned, and a warning. */
export async function addAppealAndWarning(
  db: Database,
  { reporterId, memberId, adminId, warnedId }: Involved,
): Promise<{ appealId: string; warningId: string }> {
  const [reportId, appealId, warningId] = [randomUUID(), randomUUID(), randomUUID()];
  const createdAt = new Date();
  await db.transact(async ({ q, t }) => {
    await q
      .insert(t.reports)
      .values({
        ...{ id: reportId, number: `R-${reportId.slice(0, 8)}`, reporterId, memberId, createdAt },
        ...{ subject: 'user', subjectId: memberId, reason: 'spam', details: null },
        evidence: { title: 'owner', text: null, before: [] },
        ...{ closedAt: createdAt, closedById: adminId, resolution: 'warn', note: 'Spam' },
      })
      .returning();
    await q
      .insert(t.appeals)
      .values({ id: appealId, reportId, party: 'person', text: 'It was not me.', createdAt })
      .returning();
    await q
      .insert(t.warnings)
      .values({ id: warningId, memberId: warnedId, reportId, reason: 'Spam', createdAt })
      .returning();
  });
  return { appealId, warningId };
}
