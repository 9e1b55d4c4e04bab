import type { Hono } from 'hono';
import { AppError } from '../core/errors.ts';
import { limitBody } from '../http/body-limit.ts';
import type { Env } from '../http/endpoint.ts';
import { isOwnOrigin } from '../http/own-origin.ts';
import { logRefusal } from '../observability/log-refusal.ts';
import { AuthError, sendAuthError, unexpectedFailure } from './auth-error.ts';
import type { Provider } from './context.ts';
import { countCalls } from './count-calls.ts';

const BODY_MAX_BYTES = 64 * 1024;

/**
 * Rules for every provider call: same-origin pages and scripts only, rate limits, small bodies, one error
 * format.
 */
export function guard(auth: Hono<Env>, provider: Provider): void {
  const { config, log } = provider;
  auth.use(async (c, next) => {
    c.header('Cache-Control', 'private, no-store');
    if (!isOwnOrigin(c.req.header('origin'), config.publicUrl)) {
      throw new AuthError(403, 'bad_origin', 'Requests from other sites are not accepted');
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
    if (error instanceof AppError && error.code === 'rate_limited') {
      const tooMany = new AuthError(429, 'over_request_rate_limit', error.message, {}, error.retryAfter);
      return sendAuthError(c, tooMany);
    }
    log.error({ err: error, path: c.req.path }, 'identity request failed');
    return sendAuthError(c, unexpectedFailure());
  });
}
