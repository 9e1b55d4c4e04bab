import { isBland, isUnauthorized, messageOf } from '../lib/api.ts';
import { toast } from './toast.ts';

/**
 * Says what a call was refused for; that the session has ended is said already.
 * @param otherwise what could not be done, for when the server does not say why.
 */
export function tellFailure(error: unknown, otherwise: string): void {
  if (isUnauthorized(error)) return;
  toast.error('Error', isBland(error) ? otherwise : messageOf(error, otherwise));
}
