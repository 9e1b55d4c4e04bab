import { setImmediate } from 'node:timers/promises';
import type { Excerpt, MessageHit } from '@selvedge/shared/conversations/message-search';
import { foldForSearch } from '@selvedge/shared/platform/fold';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { TOP } from '../../platform/core/paging.ts';
import type { Conn, Database } from '../../platform/db/database.ts';
import { presentConversation } from '../present.ts';
import { findConversations } from '../queries.ts';
import { excerptOf } from './excerpt.ts';
import { ownMessages } from './own-messages.ts';
import { findPlaces, type SearchedRow } from './queries.ts';

const SCANNED_MAX = 10_000;
/** Characters compared before the search yields to the event loop: a few milliseconds of work. */
const SLICE_CHARACTERS = 50_000;
const CHARACTERS_MAX = 4_000_000;

type Found = { id: string; excerpt: Excerpt };

function findIn(
  { id, content, messageType, removedAt }: SearchedRow,
  term: string,
): { found: Found | null; compared: number } {
  if (messageType !== 'text' || removedAt !== null) return { found: null, compared: 0 };
  const folded = foldForSearch(content);
  // Folding can make a text many times longer, so count the folded text, too.
  const compared = Math.max(content.length, folded.length);
  const excerpt = folded.includes(term) ? excerptOf(content, term) : null;
  return { found: excerpt && { id, excerpt }, compared };
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
    // The message was deleted after it was read.
    if (!place || !row) return [];
    const { seq, senderId, createdAt, isStatement } = place;
    const conversation = presentConversation(row, actor.id);
    const hit = { id, seq, senderId, createdAt: createdAt.toISOString(), excerpt, conversation };
    return [{ ...hit, ...(isStatement && { isStatement: true as const }) }];
  });
}

interface Search {
  term: string;
  below?: string | undefined;
  limit: number;
}

async function scan(db: Database, memberId: string, { term, below = TOP.id, limit }: Search) {
  const folded = foldForSearch(term).trim();
  const found: Found[] = [];
  let next: string | null = null;
  let scanned = 0;
  let characters = 0;
  let yieldAt = SLICE_CHARACTERS;
  for await (const rows of ownMessages(db, memberId, below)) {
    for (const row of rows) {
      if (found.length === limit || scanned >= SCANNED_MAX || characters >= CHARACTERS_MAX) {
        return { found, next };
      }
      next = row.id;
      const { found: one, compared } = findIn(row, folded);
      if (one) found.push(one);
      scanned += 1;
      characters += compared;
      // Creating an excerpt takes as long as comparing many messages.
      if (one || characters >= yieldAt) {
        await setImmediate();
        yieldAt = characters + SLICE_CHARACTERS;
      }
    }
    await setImmediate();
  }
  return { found, next: null };
}

/**
 * Newest first, without a full-text index: that would make every send more expensive, and searches slower the
 * more other members send. Instead, one search reads a bounded number of messages.
 * @returns up to `limit` hits, and the id below which to continue, even if there were no hits so far
 */
export async function searchMessages(
  { db }: Ctx,
  actor: Actor,
  search: Search,
): Promise<{ hits: MessageHit[]; next: string | null }> {
  const { found, next } = await scan(db, actor.id, search);
  const hits = await db.read((conn) => present(conn, actor, found));
  return { hits, next };
}
