import { ConfigError } from '../../config.ts';
import { UnusableFolder } from '../core/writable-folder.ts';
import { UnusableDatabase } from '../db/unusable.ts';

/** Explains a failed start to the operator: one line if they can fix it, otherwise the whole error. */
export function explainStartFailure(error: unknown): unknown {
  if ([ConfigError, UnusableDatabase, UnusableFolder].some((kind) => error instanceof kind))
    return (error as Error).message;
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'EADDRINUSE') {
    return `${error.message}. The port is already in use: set PORT to another number.`;
  }
  if (error.code === 'ENOSPC') return `${error.message}. The disk is full.`;
  return error;
}
