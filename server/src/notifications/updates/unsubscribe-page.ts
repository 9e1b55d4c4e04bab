import type { Hono } from 'hono';
import { unsubscribeRoutes } from '../../members/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { Env } from '../../platform/http/endpoint.ts';
import { choose } from '../queries.ts';
import { mailTokensOf } from './times.ts';

export const UNSUBSCRIBE_PATH = '/mail/unsubscribe';

const UNSUBSCRIBE = {
  path: UNSUBSCRIBE_PATH,
  about: 'update',
  otherwise: (name: string) => `Your updates still show on ${name}.`,
  when: 'At most one an hour, and only while you are away.',
  place: { path: '/updates', label: 'Go to your updates' },
};

/** Serves the page of the link with which mails about updates are switched off. */
export function unsubscribePage(app: Hono<Env>, ctx: Ctx): void {
  unsubscribeRoutes(app, {
    ...UNSUBSCRIBE,
    ...{ db: ctx.db, settings: ctx.settings, tokens: mailTokensOf(ctx) },
    setOff: (tx, userId, isOff) => choose(tx, userId, [...ctx.notices.keys()], { isMailPaused: isOff }),
  });
}
