import { ConfigError } from '../config.ts';
import { UnusableDatabase } from '../db/unusable.ts';

/** Explains a failed start to the operator: one line if they can fix it, otherwise the whole error. */
export function explainStartFailure(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof UnusableDatabase) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'EADDRINUSE') {
    return `${error.message}. The port is already in use: set PORT to another number.`;
  }
  if (error.code === 'ENOSPC') return `${error.message}. The disk is full.`;
  return error;
}
