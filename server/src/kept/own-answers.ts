import { hash } from 'node:crypto';
import type { Context } from 'hono';
import type { Actor } from '../actor.ts';
import type { Env } from '../endpoint.ts';
import { type Answer, addressOf, encode, reply, weightOf } from './answer.ts';
import { createKept } from './kept.ts';

const KEPT_BYTES_MAX = 16 * 1024 * 1024;

/** What is answered to one person. */
export interface OwnPage {
  value: unknown;
  /** The `Link` to the next page; null without one. */
  link?: string | null;
  /** It does not hold for as long as its facts do: there is something in it that ends. */
  isPassing?: boolean;
}

/**
 * Answers reads of what is somebody's own with JSON. Whether they may see it is asked each time, before this; the bytes are
 * kept, for them alone and bounded, while the facts are the same that they were made from. Browsers keep nothing.
 */
export function keepOwnAnswers(maxBytes = KEPT_BYTES_MAX) {
  const kept = createKept<Answer>(maxBytes, weightOf);
  async function answerOf(make: () => Promise<OwnPage>): Promise<Answer> {
    const { value, link, isPassing = false } = await make();
    return encode(value, { 'Cache-Control': 'private, no-store', ...(link && { Link: link }) }, !isPassing);
  }
  /**
   * @param facts read after the question came and before what is made: all by which two answers at this address could
   * differ, so that none of them comes back once it has gone. Null is for what is made anew each time.
   */
  return async (
    c: Context<Env>,
    actor: Pick<Actor, 'id'>,
    facts: unknown,
    make: () => Promise<OwnPage>,
  ): Promise<Response> => {
    if (facts === null) return reply(c, await answerOf(make));
    const version = hash('sha256', JSON.stringify(facts), 'base64url');
    return reply(c, await kept.get(`${actor.id} ${addressOf(c)}`, version, () => answerOf(make)));
  };
}
export type AnswerOwn = ReturnType<typeof keepOwnAnswers>;
