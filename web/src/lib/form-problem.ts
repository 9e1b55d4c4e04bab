import type { Problem } from '@selvedge/shared/errors';

/** Why a form was refused. */
export interface FormProblem extends Problem {
  /** Seconds after which it may be taken. */
  retryAfter?: number;
}
