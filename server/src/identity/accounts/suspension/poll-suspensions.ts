import type { Database } from '../../../platform/db/database.ts';
import { pollRecent } from '../../jobs/poll-recent.ts';
import { type Item, itemsOf, listSuspensions } from './queries.ts';

/** The items of a member that a suspension has hidden, or that are public again. */
export interface Suspension {
  isSuspended: boolean;
  items: Item[];
}

/** @returns a poll that reports each suspension and restoration once, whichever process caused it */
export function createSuspensionPoll(
  db: Database,
  report: (suspension: Suspension) => Promise<void>,
): () => Promise<void> {
  return pollRecent(
    {
      read: (withinMs) => db.read(async (conn) => listSuspensions(conn, withinMs)),
      idOf: ({ id }) => id,
      async report(changes) {
        for (const { userId, action } of changes) {
          if (userId === null) continue;
          const isSuspended = action === 'suspended';
          await report({ isSuspended, items: await db.read((conn) => itemsOf(conn, userId, isSuspended)) });
        }
      },
    },
    Date.now,
  );
}
