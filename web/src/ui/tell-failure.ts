import { isUnauthorized, messageOf } from '../lib/api.ts';
import { toast } from './toast.ts';

/** Says what a call was refused for; that the session has ended is said already. */
export function tellFailure(error: unknown, otherwise: string): void {
  if (!isUnauthorized(error)) toast.error('Error', messageOf(error, otherwise));
}
