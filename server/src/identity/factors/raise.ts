import type { Tx } from '../../platform/db/database.ts';
import type { Provider } from '../context.ts';
import { type SessionRow, updateSession } from '../queries.ts';

/** Also voids the session's earlier refresh tokens, which others may have copied. */
export async function raise(
  { config }: Provider,
  tx: Tx,
  session: SessionRow,
  method: 'totp' | 'mfa/webauthn' | 'mfa/recovery_code',
): Promise<SessionRow> {
  const now = Date.now();
  const raised: SessionRow = {
    ...session,
    aal: 'aal2',
    amr: [
      ...session.amr.filter((each) => each.method !== method),
      { method, timestamp: Math.floor(now / 1000) },
    ],
    // Two ahead, and past the reuse window, so that an earlier token is not mistaken for one of a racing tab
    // or of a client whose reply was lost.
    counter: session.counter + 2,
    refreshedAt: new Date(now - (config.identity.reuseWindow + 1) * 1000),
  };
  const { aal, amr, counter, refreshedAt } = raised;
  await updateSession(tx, session.id, { aal, amr, counter, refreshedAt });
  return raised;
}
