import { AddressRefused, type Answer } from '../../platform/http/outgoing.ts';
import { withJitter } from '../../platform/jobs/queue.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** The wait before each retry. */
const RETRIES = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
];
/** How long a receiver that has too much to do is left alone, unless it says so itself. */
const PAUSE_MS = MINUTE;
const PAUSE_MAX_MS = 24 * HOUR;

/** What came of an attempt. */
export interface Outcome {
  status: number | null;
  /** Why it failed; null if it did not. */
  error: string | null;
  /** Nothing is to be sent for so long, in milliseconds. */
  pauseMs: number;
}

const TEXTS: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was cut.',
  ABORT_ERR: 'No answer within 15 seconds.',
};

export function failureOf(error: unknown): Outcome {
  const { code = '', name = '' } = error as { code?: unknown; name?: string };
  const isLate = name === 'TimeoutError' || name === 'AbortError';
  const text = TEXTS[isLate ? 'ABORT_ERR' : String(code)];
  const message = error instanceof AddressRefused ? error.message : undefined;
  return {
    status: null,
    error: message ?? text ?? `The connection failed (${String(code) || name}).`,
    pauseMs: 0,
  };
}

/** The wait of a `Retry-After`, in seconds or as a date. */
function retryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * SECOND : Date.parse(header) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), PAUSE_MAX_MS);
}

export function outcomeOf({ status, headers }: Pick<Answer, 'status' | 'headers'>, now: number): Outcome {
  if (status >= 200 && status < 300) return { status, error: null, pauseMs: 0 };
  const isBusy = [429, 502, 504].includes(status);
  const asked = retryAfter(headers['retry-after'], now);
  const error =
    status >= 300 && status < 400
      ? `It answered ${status}, and redirects are not followed.`
      : `It answered ${status}.`;
  return { status, error, pauseMs: asked ?? (isBusy ? withJitter(PAUSE_MS) : 0) };
}

/** When to try again after that many attempts; null to give up. */
export function retryAt(attempts: number, now: number): Date | null {
  const wait = RETRIES[attempts - 1];
  return wait === undefined ? null : new Date(now + withJitter(wait));
}
