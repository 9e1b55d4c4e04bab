import type { Hono } from 'hono';
import { AppError } from '../platform/core/errors.ts';
import { limitBody } from '../platform/http/body-limit.ts';
import type { Env } from '../platform/http/endpoint.ts';
import { isOwnOrigin } from '../platform/http/own-origin.ts';
import { logRefusal } from '../platform/observability/log-refusal.ts';
import { AuthError, sendAuthError, unexpectedFailure } from './auth-error.ts';
import type { Provider } from './context.ts';
import { countCalls } from './count-calls.ts';

const BODY_MAX_BYTES = 64 * 1024;
/** Bounds the log: other sites can send requests from any number of origins. */
const WARNED_ORIGINS_MAX = 5;

function createAddressWarning({ log, config: { publicUrl } }: Pick<Provider, 'log' | 'config'>) {
  const warned = new Set<string>();
  return (origin: string): void => {
    if (warned.has(origin) || warned.size >= WARNED_ORIGINS_MAX) return;
    warned.add(origin);
    log.warn(
      { origin, publicUrl },
      'Sign-in is refused on pages at this origin: if members use it, set PUBLIC_URL to it and restart',
    );
  };
}

/** Same-origin pages and scripts only, rate limits, small bodies, one error format. */
export function guard(auth: Hono<Env>, provider: Provider): void {
  const { config, log } = provider;
  const warnOf = createAddressWarning(provider);
  auth.use(async (c, next) => {
    c.header('Cache-Control', 'private, no-store');
    const origin = c.req.header('origin');
    if (origin !== undefined && !isOwnOrigin(origin, config.publicUrl)) {
      warnOf(origin);
      throw new AuthError(
        403,
        'bad_origin',
        `Sign-in works only at ${config.publicUrl}. Open that address instead.`,
      );
    }
    return next();
  });
  auth.use(countCalls(provider));
  auth.use(
    limitBody(BODY_MAX_BYTES, (c) =>
      sendAuthError(c, new AuthError(413, 'request_too_large', 'The request is too large')),
    ),
  );
  auth.onError((error, c) => {
    if (error instanceof AuthError) {
      if (error.status === 403) logRefusal(log, c, error.code);
      return sendAuthError(c, error);
    }
    if (error instanceof AppError && error.code === 'unavailable') {
      // Clients retry after a 503, and stay signed in.
      const busy = new AuthError(503, 'unexpected_failure', error.message, {}, error.retryAfter);
      return sendAuthError(c, busy);
    }
    log.error({ err: error, path: c.req.path }, 'identity request failed');
    return sendAuthError(c, unexpectedFailure());
  });
}
