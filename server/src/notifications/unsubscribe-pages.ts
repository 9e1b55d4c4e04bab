import { MESSAGES } from '@selvedge/shared/notifications/notifications';
import type { Hono } from 'hono';
import { unsubscribeRoutes } from '../members/public.ts';
import type { Ctx } from '../platform/core/ctx.ts';
import type { Env } from '../platform/http/endpoint.ts';
import { mailTokensOf } from './delivery.ts';
import { choose } from './queries.ts';
import { UNSUBSCRIBE_PATH } from './unsubscribe-link.ts';

const UNSUBSCRIBE = {
  path: UNSUBSCRIBE_PATH,
  about: 'message',
  otherwise: (name: string) => `Your messages are still on ${name}.`,
  when: 'One per conversation, and no more until you have read it.',
  place: { path: '/messages', label: 'Go to your messages' },
};

/** Serves the pages of the links with which mails about messages are switched off. */
export function unsubscribePages(app: Hono<Env>, ctx: Ctx): void {
  unsubscribeRoutes(app, {
    ...UNSUBSCRIBE,
    ...{ db: ctx.db, settings: ctx.settings, tokens: mailTokensOf(ctx) },
    setOff: (tx, userId, isOff) => choose(tx, userId, [MESSAGES], { mail: !isOff }),
  });
}
