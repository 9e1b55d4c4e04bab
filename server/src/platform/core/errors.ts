import type { Feature } from '@selvedge/shared/instance/instance-settings';
import { inCurrency } from '@selvedge/shared/items/prices';
import type { ErrorCode, Issue, Problem } from '@selvedge/shared/platform/errors';
import { INVALID } from '@selvedge/shared/platform/input-errors';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ZodError } from 'zod';

export const STATUS = {
  invalid_input: 400,
  unauthorized: 401,
  forbidden: 403,
  insufficient_aal: 403,
  reauthentication_needed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  rate_limited: 429,
  unavailable: 503,
  storage_down: 503,
  internal: 500,
} as const satisfies Record<ErrorCode, ContentfulStatusCode>;

interface Details {
  issues?: Issue[];
  /** Seconds after which a retry may succeed. */
  retryAfter?: number;
  feature?: Feature;
  cause?: unknown;
}

/** A refusal whose message is shown to users. Any other error is a server fault. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly issues: Issue[] | undefined;
  readonly retryAfter: number | undefined;
  readonly feature: Feature | undefined;

  constructor(code: ErrorCode, message: string, { issues, retryAfter, feature, cause }: Details = {}) {
    super(message, { cause });
    this.name = 'AppError';
    this.code = code;
    // invalid_input always has issues; an empty path refers to the whole request.
    this.issues = issues ?? (code === 'invalid_input' ? [{ path: '', message }] : undefined);
    this.retryAfter = retryAfter;
    this.feature = feature;
  }
}

export function unauthorized() {
  return new AppError('unauthorized', 'Unauthorized');
}
export function notFound(message = 'Not found') {
  return new AppError('not_found', message);
}
export function nothingHere() {
  return notFound('There is nothing at this address.');
}

/** A page that was opened before may still call it. */
export function switchedOff(feature: Feature) {
  return new AppError('not_found', 'This has been switched off here.', { feature });
}

/** How much of a request a refusal may repeat: the request may have thousands of unknown keys. */
const ISSUES_MAX = 50;
const MESSAGE_MAX = 500;

/** @param currency the instance's, in which problems name prices */
export function invalidInput(error: ZodError, currency: string): AppError {
  const issues = error.issues.slice(0, ISSUES_MAX).map(({ path, message }) => ({
    path: path.join('.'),
    message: inCurrency(message, currency).slice(0, MESSAGE_MAX),
  }));
  return new AppError('invalid_input', issues[0]?.message ?? INVALID, { issues });
}

export const BLAND = 'Something went wrong on our side. Please try again.';

/** The part of an error that clients may see. */
export function toProblem(error: unknown): Problem {
  return error instanceof AppError
    ? {
        ...{ code: error.code, message: error.message },
        ...(error.issues && { issues: error.issues }),
        ...(error.feature && { feature: error.feature }),
      }
    : { code: 'internal', message: BLAND };
}
