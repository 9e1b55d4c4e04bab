import type { Hono } from 'hono';
import { createMailTokens, unsubscribeRoutes } from '../../../members/public.ts';
import { type Ctx, perProduct } from '../../../platform/core/ctx.ts';
import type { Env } from '../../../platform/http/endpoint.ts';
import type { DueItem } from './daily-mail.ts';
import { findSearchById, setAlertsOff, setMailsOff } from './queries.ts';

const ALL_PATH = '/mail/unsubscribe/searches';
const ONE_PATH = '/mail/unsubscribe/search';

const tokensOf = perProduct((ctx) => createMailTokens(ctx.deriveKey('search mail links')));

const PAGE = {
  when: 'At most one a day, at six in the evening.',
  place: { path: '/saved?tab=searches', label: 'Go to your searches' },
};

/** A mail about a single search unsubscribes from that one, and any other mail from all. */
export function unsubscribeLinkOf(ctx: Ctx, memberId: string, items: DueItem[]) {
  const { publicUrl } = ctx.config;
  const tokens = tokensOf(ctx);
  const [id, ...others] = new Set(items.map(({ search }) => search.id));
  return id !== undefined && others.length === 0
    ? { text: 'Unsubscribe from this search', link: `${publicUrl}${ONE_PATH}?token=${tokens.make(id)}` }
    : {
        text: 'Unsubscribe from daily e-mails about searches',
        link: `${publicUrl}${ALL_PATH}?token=${tokens.make(memberId)}`,
      };
}

/** Serves the pages of the links with which the daily mail is switched off, for one search or all. */
export function unsubscribePages(app: Hono<Env>, ctx: Ctx): void {
  const common = { db: ctx.db, settings: ctx.settings, tokens: tokensOf(ctx) };
  unsubscribeRoutes(app, {
    ...{ ...PAGE, ...common, path: ALL_PATH, setOff: setMailsOff },
    about: 'daily search',
    otherwise: () => 'Your saved searches still show what is new.',
  });
  unsubscribeRoutes(app, {
    ...{ ...PAGE, ...common, path: ONE_PATH, setOff: setAlertsOff, findSubject: findSearchById },
    about: 'this search’s',
    otherwise: () => 'The search is still saved, and shows what is new.',
  });
}
