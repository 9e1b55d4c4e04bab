import type { Problem } from '@selvedge/shared/platform/errors';
import { problemIn } from '../../lib/api.ts';

/** Why a request was refused; a rejection without a `Problem` means that the connection failed. */
export const toProblem = (error: unknown): Problem =>
  problemIn(error) ?? { code: 'unavailable', message: 'No connection. Please try again.' };
