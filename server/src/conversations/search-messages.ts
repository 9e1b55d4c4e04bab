import { setImmediate } from 'node:timers/promises';
import type { Excerpt, MessageHit } from '@selvedge/shared/message-search';
import type { Actor } from '../actor.ts';
import type { Conn } from '../db/database.ts';
import type { Conversing } from './context.ts';
import { excerptOf, foldMessage } from './excerpt.ts';
import { presentConversation } from './present.ts';
import { findConversations } from './queries.ts';
import { findPlaces, receivedBelow, type SearchedRow, sentBelow } from './search-queries.ts';

/** Above every id. */
const TOP = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Messages that are read in one go, in each direction, and in one search before it answers with what it has. */
const STEP = 200;
const SCANNED_MAX = 10_000;
/** Characters that are compared before others get their turn, a few milliseconds of work, and in one search. */
const SLICE_CHARACTERS = 50_000;
const CHARACTERS_MAX = 4_000_000;

const newestFirst = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? 1 : -1);

/** A step of the person's messages below an id, newest first, and whether there are more. */
async function readStep(
  conn: Conn,
  personId: string,
  below: string,
): Promise<{ rows: SearchedRow[]; hasMore: boolean }> {
  const query = { personId, below, limit: STEP };
  const full = [await sentBelow(conn, query), await receivedBelow(conn, query)];
  // Where one of the two was cut off, the other is only of use down to there.
  const ends = full.flatMap((rows) => (rows.length === STEP ? [rows.at(-1)?.id ?? TOP] : []));
  const end = ends.toSorted().at(-1) ?? '';
  const rows = full.flat().filter(({ id }) => id >= end);
  return { rows: rows.sort(newestFirst), hasMore: ends.length > 0 };
}

type Found = { id: string; excerpt: Excerpt };

function findIn({ id, content, messageType, removedAt }: SearchedRow, term: string): Found | null {
  if (messageType !== 'text' || removedAt !== null || !foldMessage(content).includes(term)) return null;
  const excerpt = excerptOf(content, term);
  return excerpt && { id, excerpt };
}

async function present(conn: Conn, actor: Actor, found: Found[]): Promise<MessageHit[]> {
  if (found.length === 0) return [];
  const places = await findPlaces(
    conn,
    found.map(({ id }) => id),
  );
  const conversations = await findConversations(conn, [
    ...new Set(places.map(({ conversationId }) => conversationId)),
  ]);
  return found.flatMap(({ id, excerpt }) => {
    const place = places.find((one) => one.id === id);
    const row = conversations.find((one) => one.conversation.id === place?.conversationId);
    // Deleted since it was read.
    if (!place || !row) return [];
    const { seq, senderId, createdAt } = place;
    const conversation = presentConversation(row, actor.id);
    return [{ id, seq, senderId, createdAt: createdAt.toISOString(), excerpt, conversation }];
  });
}

/**
 * Looks through a person's own messages, newest first, in steps between which others get their turn. An index of all
 * that is ever said would cost every message that is sent, and a search in it would grow with what others say; one's
 * own messages are a range of two indexes, and what is read in one search is bounded.
 * @returns up to `limit` hits, and the id to go on below: also when there are none yet among the messages looked at.
 */
export async function searchMessages(
  { db }: Pick<Conversing, 'db'>,
  actor: Actor,
  { term, below = TOP, limit }: { term: string; below?: string | undefined; limit: number },
): Promise<{ hits: MessageHit[]; next: string | null }> {
  const folded = foldMessage(term);
  const found: Found[] = [];
  let place = below;
  let scanned = 0;
  let characters = 0;
  let yieldAt = SLICE_CHARACTERS;
  let hasMore = true;
  while (hasMore && found.length < limit && scanned < SCANNED_MAX && characters < CHARACTERS_MAX) {
    const from = place;
    const step = await db.read((conn) => readStep(conn, actor.id, from));
    hasMore = step.hasMore;
    for (const row of step.rows) {
      place = row.id;
      const one = findIn(row, folded);
      if (one) found.push(one);
      if (found.length === limit) {
        hasMore ||= row !== step.rows.at(-1);
        break;
      }
      characters += row.content.length;
      // An excerpt takes as long as many messages without one.
      if (one || characters >= yieldAt) {
        await setImmediate();
        yieldAt = characters + SLICE_CHARACTERS;
      }
    }
    scanned += step.rows.length;
    await setImmediate();
  }
  const hits = await db.read((conn) => present(conn, actor, found));
  return { hits, next: hasMore ? place : null };
}
