import type { Problem } from '@selvedge/shared/platform/errors';

/** Why the server refused a form. */
export interface FormProblem extends Problem {
  /** Seconds until a retry may succeed. */
  retryAfter?: number;
}
