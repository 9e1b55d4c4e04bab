import { AuthError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { hasVerifiedFactor } from '../queries.ts';
import type { Asker } from '../request.ts';

/** @throws AuthError insufficient_aal when somebody has two-step sign-in and this session lacks its code. */
export async function needSecondStep(
  { db }: Provider,
  { userId, level }: Asker,
  status: 401 | 403,
): Promise<void> {
  if (level === 'aal2') return;
  if (await db.read((conn) => hasVerifiedFactor(conn, userId))) {
    throw new AuthError(status, 'insufficient_aal', 'AAL2 session is required');
  }
}
