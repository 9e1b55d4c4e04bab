import { isUnauthorized, isUnspecific, messageOf } from '../lib/api.ts';
import { toast } from './toast.ts';

/**
 * Shows why a call was refused; not for an ended session, which is announced already.
 * @param otherwise what failed, for errors that do not say why
 */
export function showFailure(error: unknown, otherwise: string): void {
  if (isUnauthorized(error)) return;
  toast.error('Error', isUnspecific(error) ? otherwise : messageOf(error, otherwise));
}
