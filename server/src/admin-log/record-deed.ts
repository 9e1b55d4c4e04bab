import type { LogEntry } from '@selvedge/shared/reports';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../db/database.ts';
import { insertDeed } from './queries.ts';

/** What an admin does to a thing or its person. */
export type Deed = Pick<LogEntry, 'action' | 'subject' | 'subjectId' | 'note'> & {
  adminId: string;
  personId: string;
};

/** Writes down what an admin does, in the transaction that does it. */
export async function recordDeed(tx: Tx, deed: Deed): Promise<void> {
  await insertDeed(tx, { id: uuidv7(), at: new Date(), ...deed });
}
