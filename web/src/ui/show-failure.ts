import { isUnauthorized, isUnspecific, messageOf } from '../lib/api.ts';
import { toast } from './toast.ts';

/**
 * Shows why a call was refused, except for an ended session, which already has its own message.
 * @param otherwise what failed, for errors without a useful message
 */
export function showFailure(error: unknown, otherwise: string): void {
  if (isUnauthorized(error)) return;
  toast.error('Error', isUnspecific(error) ? otherwise : messageOf(error, otherwise));
}
