import type { Tx } from '../platform/db/database.ts';
import { updateIsAdmin } from './queries.ts';

/** Grants or revokes admin rights. @returns whether anything changed. */
export async function setAdmin(tx: Tx, id: string, isAdmin: boolean): Promise<boolean> {
  return (await updateIsAdmin(tx, id, isAdmin)).length > 0;
}
