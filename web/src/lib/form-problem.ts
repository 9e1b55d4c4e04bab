import type { Problem } from '@selvedge/shared/errors';

/** Why a form was refused. */
export interface FormProblem extends Problem {
  /** Seconds until a retry may succeed. */
  retryAfter?: number;
}
