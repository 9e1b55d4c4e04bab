import { setImmediate } from 'node:timers/promises';
import { LOWEST_ID } from '../../platform/core/paging.ts';
import type { Database } from '../../platform/db/database.ts';
import { ROLES } from '../../platform/db/inbox-parts.ts';
import { messagesAt } from '../queries.ts';
import { type SearchedRow, searchedBefore, type ThreadRow, threadsOf } from './queries.ts';

const PAGE = 200;
/** How many messages of a conversation are read first; each further read doubles that, up to the maximum. */
const ROWS_MIN = 8;
const ROWS_MAX = 200;

interface Thread {
  id: string;
  /** Id of the newest message not yielded yet. */
  headId: string;
  /** Messages read but not yielded yet, newest first; empty until the conversation is first reached. */
  rows: SearchedRow[];
  /** Messages with a `seq` below this have not been read yet. */
  before: number;
  limit: number;
}

const byHead = (a: Thread, b: Thread): number => (a.headId < b.headId ? -1 : 1);

// Finds each conversation's newest message below an id by binary search, since ids rise with `seq`: in
// lockstep, with one statement per step.
async function threadsBelow(db: Database, rows: ThreadRow[], below: string): Promise<Thread[]> {
  const found = new Map<string, Thread>();
  const add = (id: string, headId: string, seq: number) =>
    found.set(id, { id, headId, rows: [], before: seq + 1, limit: ROWS_MIN });
  for (const { id, newestId, lastSeq } of rows) if (newestId < below) add(id, newestId, lastSeq);

  let open = rows
    .filter(({ newestId }) => newestId >= below)
    .map(({ id, lastSeq }) => ({ id, low: 1, high: lastSeq - 1 }));
  while (open.length > 0) {
    const places = open.flatMap(({ id, low, high }) =>
      low <= high ? [{ id, low, high, seq: (low + high) >> 1 }] : [],
    );
    if (places.length === 0) break;
    const heads = await db.read((conn) => messagesAt(conn, places));
    const headOf = new Map(heads.map(({ conversationId, id }) => [conversationId, id]));
    open = places.flatMap(({ id, low, high, seq }) => {
      const headId = headOf.get(id);
      // The conversation was deleted in the meantime.
      if (headId === undefined) return [];
      if (headId >= below) return [{ id, low, high: seq - 1 }];
      add(id, headId, seq);
      return [{ id, low: seq + 1, high }];
    });
    await setImmediate();
  }
  return [...found.values()];
}

async function allThreads(db: Database, memberId: string, below: string): Promise<Thread[]> {
  const all: Thread[] = [];
  for (const role of ROLES) {
    let above = LOWEST_ID;
    for (;;) {
      const query = { memberId, above, limit: PAGE };
      const rows = await db.read((conn) => threadsOf[role](conn, query));
      all.push(...(await threadsBelow(db, rows, below)));
      if (rows.length < PAGE) break;
      above = rows.at(-1)?.id ?? LOWEST_ID;
      await setImmediate();
    }
  }
  return all.sort(byHead);
}

/** Reads the next messages of a conversation once its rows are used up. @returns whether there were any. */
async function readMore(db: Database, thread: Thread): Promise<boolean> {
  const { id, before, limit } = thread;
  thread.rows = await db.read((conn) => searchedBefore(conn, { id, before, limit }));
  const [first] = thread.rows;
  const last = thread.rows.at(-1);
  if (!first || !last) return false;
  thread.headId = first.id;
  thread.before = last.seq;
  thread.limit = Math.min(limit * 2, ROWS_MAX);
  return true;
}

function insertSorted(threads: Thread[], thread: Thread): void {
  let low = 0;
  let high = threads.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byHead(threads[middle] as Thread, thread) < 0) low = middle + 1;
    else high = middle;
  }
  threads.splice(low, 0, thread);
}

/** Newest first. An index by member would make storing a message 50% more expensive. */
export async function* ownMessages(
  db: Database,
  memberId: string,
  below: string,
): AsyncGenerator<SearchedRow[]> {
  const threads = await allThreads(db, memberId, below);
  for (let thread = threads.pop(); thread; thread = threads.pop()) {
    if (thread.rows.length === 0 && !(await readMore(db, thread))) continue;
    const nextHead = threads.at(-1)?.headId ?? LOWEST_ID;
    const end = thread.rows.findIndex(({ id }) => id < nextHead);
    const newest = end === -1 ? thread.rows : thread.rows.slice(0, end);
    thread.rows = end === -1 ? [] : thread.rows.slice(end);
    yield newest;
    const [head] = thread.rows;
    if (head) thread.headId = head.id;
    if (head || (thread.before > 1 && (await readMore(db, thread)))) insertSorted(threads, thread);
  }
}
