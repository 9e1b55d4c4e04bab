import { ConfigError } from '../config.ts';
import { UnusableDatabase } from '../db/unusable.ts';

/** Why the program did not start, for whoever started it: one line where they can mend it, else the whole error. */
export function explainStartFailure(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof UnusableDatabase) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'EADDRINUSE') {
    return `${error.message}. Something listens there already: set PORT to another number.`;
  }
  if (error.code === 'ENOSPC') return `${error.message}. The disk is full.`;
  return error;
}
