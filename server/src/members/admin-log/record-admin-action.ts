import type { LogEntry } from '@selvedge/shared/safety/reports';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/database.ts';
import { insertAdminAction } from './queries.ts';

/** An admin's action on an item, a message, a member, or the instance. */
type AdminAction = Pick<LogEntry, 'action' | 'subject' | 'subjectId' | 'note'> & {
  adminId: string | null;
  memberId: string | null;
};

/** Logs an admin action, in the transaction that performs it. */
export async function recordAdminAction(tx: Tx, action: AdminAction): Promise<void> {
  await insertAdminAction(tx, { id: uuidv7(), at: new Date(), ...action });
}
