import { AuthError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { hasVerifiedFactor } from '../queries.ts';
import type { Caller } from '../request.ts';

/** @throws AuthError insufficient_aal unless the session has completed the member's two-step sign-in */
export async function requireSecondStep(
  { db }: Provider,
  { userId, level }: Caller,
  status: 401 | 403,
): Promise<void> {
  if (level === 'aal2') return;
  if (await db.read((conn) => hasVerifiedFactor(conn, userId))) {
    throw new AuthError(status, 'insufficient_aal', 'AAL2 session is required');
  }
}
