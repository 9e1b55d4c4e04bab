import type { QueueState } from '@selvedge/shared/instance/figures';
import { v7 as uuidv7 } from 'uuid';
import type { Conn, Tx } from '../db/database.ts';
import { countFailures, insertFailure } from './queries.ts';

const HOUR = 3_600_000;

/** What a queue's feature declares, for the doctor, the metrics and the admin page. */
export interface QueueKind {
  /** The label in metrics and the log. */
  name: string;
  /** As people read it: 'Mails'. */
  label: string;
  /** What waits longer than this, in milliseconds, is late. */
  lateAfterMs: number;
  /** How many wait, and since when the oldest does. */
  waiting(conn: Conn): PromiseLike<{ count: number; oldestAt: Date | null }[]>;
}

/** Counts an attempt that failed. Call it in the transaction that stores what came of it. */
export async function recordFailure(tx: Tx, { name: queue }: QueueKind): Promise<void> {
  await insertFailure(tx, { id: uuidv7(), queue, at: new Date() });
}

async function stateOf(conn: Conn, kind: QueueKind, now: number): Promise<QueueState> {
  const { name, label, lateAfterMs } = kind;
  const [{ count: waiting, oldestAt } = { count: 0, oldestAt: null }] = await kind.waiting(conn);
  const [failed] = await countFailures(conn, name, new Date(now - HOUR));
  // What is due in a moment is not old yet.
  const oldestMs = oldestAt ? Math.max(0, now - oldestAt.getTime()) : 0;
  return {
    ...{ name, label, waiting, failures: failed?.count ?? 0 },
    ...{ oldestSeconds: Math.floor(oldestMs / 1_000), isLate: oldestMs > lateAfterMs },
  };
}

export async function readQueues(
  conn: Conn,
  kinds: readonly QueueKind[],
  now = Date.now(),
): Promise<QueueState[]> {
  const states: QueueState[] = [];
  for (const kind of kinds) states.push(await stateOf(conn, kind, now));
  return states;
}
