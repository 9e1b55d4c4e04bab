import type { Conn } from '../../platform/db/database.ts';
import { countPasskeys } from '../passkeys/queries.ts';
import { type FactorRow, listFactors } from '../queries.ts';

/** While an app is on, passkeys are accepted beside it, so they are shown as a factor as well. */
export async function shownFactors(conn: Conn, userId: string): Promise<FactorRow[]> {
  const factors = await listFactors(conn, userId);
  const app = factors.find(({ onSince }) => onSince !== null);
  if (!app || factors.some(({ type }) => type === 'webauthn')) return factors;
  if ((await countPasskeys(conn, userId)) === 0) return factors;
  return [...factors, { ...app, id: userId, type: 'webauthn', friendlyName: '' }];
}
