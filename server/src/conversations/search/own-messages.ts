import { setImmediate } from 'node:timers/promises';
import { LOWEST_ID } from '../../core/paging.ts';
import type { Database } from '../../db/database.ts';
import { ROLES } from '../../db/inbox-parts.ts';
import { messagesAt } from '../queries.ts';
import { type SearchedRow, searchedBefore, type TalkRow, talksOf } from './queries.ts';

/** How many conversations are read at a time. */
const TALKS = 200;
/** How many messages of a conversation are read at first; each further read takes twice as many, up to the maximum. */
const ROWS_MIN = 8;
const ROWS_MAX = 200;

/** A conversation, and how far it has been searched. */
interface Talk {
  id: string;
  /** The id of the newest message that was not yielded yet. */
  headId: string;
  /** Messages that were read and not yielded yet, newest first; empty until the conversation's turn comes. */
  rows: SearchedRow[];
  /** Messages with a `seq` below this are still to be read. */
  before: number;
  limit: number;
}

const byHead = (a: Talk, b: Talk): number => (a.headId < b.headId ? -1 : 1);

/**
 * Finds each conversation's newest message below an id, by binary search: ids rise with `seq`. All conversations are
 * searched in step, with one statement per step.
 */
async function talksBelow(db: Database, rows: TalkRow[], below: string): Promise<Talk[]> {
  const found = new Map<string, Talk>();
  const keep = (id: string, headId: string, seq: number) =>
    found.set(id, { id, headId, rows: [], before: seq + 1, limit: ROWS_MIN });
  for (const { id, newestId, lastSeq } of rows) if (newestId < below) keep(id, newestId, lastSeq);

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
      // The conversation was deleted meanwhile.
      if (headId === undefined) return [];
      if (headId >= below) return [{ id, low, high: seq - 1 }];
      keep(id, headId, seq);
      return [{ id, low: seq + 1, high }];
    });
    await setImmediate();
  }
  return [...found.values()];
}

async function allTalks(db: Database, personId: string, below: string): Promise<Talk[]> {
  const all: Talk[] = [];
  for (const role of ROLES) {
    let above = LOWEST_ID;
    for (;;) {
      const query = { personId, above, limit: TALKS };
      const rows = await db.read((conn) => talksOf[role](conn, query));
      all.push(...(await talksBelow(db, rows, below)));
      if (rows.length < TALKS) break;
      above = rows.at(-1)?.id ?? LOWEST_ID;
      await setImmediate();
    }
  }
  return all.sort(byHead);
}

/** Reads the next messages of a conversation whose rows are used up. @returns whether there were any. */
async function readOn(db: Database, talk: Talk): Promise<boolean> {
  const { id, before, limit } = talk;
  talk.rows = await db.read((conn) => searchedBefore(conn, { id, before, limit }));
  const [first] = talk.rows;
  const last = talk.rows.at(-1);
  if (!first || !last) return false;
  talk.headId = first.id;
  talk.before = last.seq;
  talk.limit = Math.min(limit * 2, ROWS_MAX);
  return true;
}

/** Inserts a conversation into a list that is ordered by `headId`. */
function putBack(talks: Talk[], talk: Talk): void {
  let low = 0;
  let high = talks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byHead(talks[middle] as Talk, talk) < 0) low = middle + 1;
    else high = middle;
  }
  talks.splice(low, 0, talk);
}

/**
 * A person's messages below an id, newest first, merged from their conversations, each of which is read in its own
 * order: an index by person would make storing a message cost half as much again.
 */
export async function* ownMessages(
  db: Database,
  personId: string,
  below: string,
): AsyncGenerator<SearchedRow[]> {
  const talks = await allTalks(db, personId, below);
  for (let talk = talks.pop(); talk; talk = talks.pop()) {
    if (talk.rows.length === 0 && !(await readOn(db, talk))) continue;
    const nextHead = talks.at(-1)?.headId ?? LOWEST_ID;
    const end = talk.rows.findIndex(({ id }) => id < nextHead);
    const newest = end === -1 ? talk.rows : talk.rows.slice(0, end);
    talk.rows = end === -1 ? [] : talk.rows.slice(end);
    yield newest;
    const [head] = talk.rows;
    if (head) talk.headId = head.id;
    if (head || (talk.before > 1 && (await readOn(db, talk)))) putBack(talks, talk);
  }
}
