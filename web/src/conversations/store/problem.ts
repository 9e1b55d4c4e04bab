import type { Problem } from '@selvedge/shared/errors';
import { problemIn } from '../../lib/api.ts';

/** Why a request was refused; one that rejected without a `Problem` got no answer, so the connection is to blame. */
export const toProblem = (error: unknown): Problem =>
  problemIn(error) ?? { code: 'unavailable', message: 'No connection. Please try again.' };
