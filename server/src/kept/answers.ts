import { hash } from 'node:crypto';
import type { Context } from 'hono';
import type { Database } from '../db/database.ts';
import type { Env } from '../endpoint.ts';
import type { Paged } from '../paging.ts';
import { type Answer, addressOf, encode, reply, weightOf } from './answer.ts';
import { createKept } from './kept.ts';
import { readMarketVersion } from './market-version.ts';

const KEPT_BYTES_MAX = 16 * 1024 * 1024;

/** Makes what is answered; headers that belong to it are set on `page`. */
export type Make = (page: Paged) => Promise<unknown>;

async function answerOf(c: Context<Env>, make: Make): Promise<Answer> {
  // It may differ for who signs in. Browsers keep it, and ask each time whether it still holds.
  const headers: Record<string, string> = { 'Cache-Control': 'private, no-cache' };
  const page: Paged = {
    req: { url: c.req.url },
    header(name, value) {
      headers[name] = value;
    },
  };
  const answer = encode(await make(page), headers, true);
  const own = hash('sha256', answer.body, 'base64url');
  // Weak: it stands for the packed bytes, too.
  answer.headers.ETag = `W/"${hash('sha256', own + JSON.stringify(headers), 'base64url')}"`;
  return answer;
}

/**
 * Answers public reads with JSON, and keeps the bytes until something changes that anybody may see of another: bounded,
 * and never older than the question.
 */
export function keepAnswers(db: Pick<Database, 'read'>, maxBytes = KEPT_BYTES_MAX) {
  const version = readMarketVersion(db);
  const kept = createKept<Answer>(maxBytes, weightOf);
  return {
    /** @param isShared whether it is what everybody sees who asks at this address. */
    async answer(c: Context<Env>, isShared: boolean, make: Make): Promise<Response> {
      if (!isShared) return reply(c, await answerOf(c, make));
      return reply(c, await kept.get(addressOf(c), await version(), () => answerOf(c, make)));
    },
  };
}
