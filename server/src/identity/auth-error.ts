import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AppError, STATUS } from '../platform/core/errors.ts';

/** The first contract version whose error bodies give the code as text. */
const API_VERSION = '2024-01-01';
const VERSION_HEADER = 'X-Supabase-Api-Version';

/** An error of the provider's contract: status, code, message, and fields specific to the code. */
export class AuthError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly details: object;
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    details: object = {},
    retryAfter?: number,
  ) {
    super(message);
    this.name = 'AuthError';
    this.status = status;
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfter;
  }
}

export function invalidCredentials() {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
}
export function sessionNotFound() {
  return new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
}
export function invalidEmail() {
  return new AuthError(400, 'validation_failed', 'Unable to validate email address: invalid format');
}
export function currentPasswordInvalid() {
  return new AuthError(400, 'current_password_invalid', 'Your current password is incorrect.');
}
export function linkExpired(message = 'Email link is invalid or has expired') {
  return new AuthError(403, 'otp_expired', message);
}
export function unexpectedFailure() {
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please try again');
}

export function asAppError(error: unknown): unknown {
  if (!(error instanceof AuthError)) return error;
  const entry = Object.entries(STATUS).find(([, status]) => status === error.status);
  const code = (entry?.[0] ?? 'invalid_input') as keyof typeof STATUS;
  return new AppError(
    code,
    error.message,
    error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter },
  );
}

export function sendAuthError(c: Context, error: AuthError): Response {
  if (error.retryAfter) c.header('Retry-After', String(error.retryAfter));
  if (c.req.header(VERSION_HEADER) === API_VERSION) {
    c.header(VERSION_HEADER, API_VERSION);
    return c.json({ code: error.code, message: error.message, ...error.details }, error.status);
  }
  return c.json(
    { code: error.status, error_code: error.code, msg: error.message, ...error.details },
    error.status,
  );
}
