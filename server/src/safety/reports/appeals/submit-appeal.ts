import type { AppealParty } from '@selvedge/shared/safety/report-reasons';
import { appealEnd } from '@selvedge/shared/safety/safety-texts';
import { v7 as uuidv7 } from 'uuid';
import type { Conn, Database } from '../../../platform/db/database.ts';
import { findReport, type ReportState } from '../queries.ts';
import { findAppealBy, insertAppeal } from './queries.ts';

/** The decision that a mailed link appeals against, and whether it still can. */
export type Appealable =
  | { state: 'open' | 'late'; report: ReportState; closedAt: Date }
  | { state: 'twice' | 'invalid' };

interface Side {
  party: AppealParty;
  reportId: string;
}

/** A report that was opened again has no decision, so that its old links are invalid until the next. */
export async function readAppealable(conn: Conn, side: Side, now: Date): Promise<Appealable> {
  const [report] = await findReport(conn, side.reportId);
  if (!report) return { state: 'invalid' };
  if ((await findAppealBy(conn, side)).length > 0) return { state: 'twice' };
  if (!report.closedAt) return { state: 'invalid' };
  const { closedAt } = report;
  return { state: appealEnd(closedAt) < now ? 'late' : 'open', report, closedAt };
}

/**
 * Stores an appeal, for the admins' queue: once for each side of a decision.
 * @param text checked by the caller
 * @returns `open` when it was stored, or why it was not.
 */
export async function submitAppeal(db: Database, side: Side, text: string): Promise<Appealable['state']> {
  return db.transact(async (tx) => {
    const createdAt = new Date();
    const { state } = await readAppealable(tx, side, createdAt);
    if (state !== 'open') return state;
    const stored = await insertAppeal(tx, { id: uuidv7(), ...side, text, createdAt });
    return stored.length > 0 ? 'open' : 'twice';
  });
}
