import type { Context, MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import { AppError } from '../core/errors.ts';
import type { Limits } from '../core/limits.ts';
import type { LiveSettings } from '../settings/follow-settings.ts';
import type { Env } from './endpoint.ts';
import { page, show } from './plain-page.ts';

/** Static files, most of them immutable. A page needs dozens of them, so they have a larger budget of their own. */
const FILES =
  /^\/(assets|fonts|icons|media)\/|^\/(favicon\.(svg|ico)|apple-touch-icon\.png|manifest\.webmanifest|sw\.js|robots\.txt|\.well-known\/security\.txt)$/;
/** The REST contract and the identity provider do their own counting, by account if there is one. */
const COUNTS_ITSELF = /^\/(api|auth\/v1)\//;

const busyPage = (message: string) => page('Slow down, please', html`<p role="alert">${message}</p>`);

interface VisitParts {
  limits: Pick<Limits, 'take'>;
  addressOf(c: Context): string;
  settings: Pick<LiveSettings, 'current'>;
}

export function limitVisits({ limits, addressOf, settings }: VisitParts): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (COUNTS_ITSELF.test(c.req.path)) return next();
    if (FILES.test(c.req.path)) {
      await limits.take('filesOfVisitor', addressOf(c));
      return next();
    }
    try {
      await limits.take('callsOfVisitor', addressOf(c));
    } catch (error) {
      const isPage = c.req.header('accept')?.includes('text/html');
      if (!isPage || !(error instanceof AppError)) throw error;
      c.header('Retry-After', String(error.retryAfter));
      return show(c, settings.current(), busyPage(error.message), 429);
    }
    return next();
  };
}
