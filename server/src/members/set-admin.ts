import type { Tx } from '../db/database.ts';
import { updateIsAdmin } from './queries.ts';

/** Makes somebody an admin, or revokes that. @returns whether that changed anything. */
export const setAdmin = async (tx: Tx, id: string, isAdmin: boolean): Promise<boolean> =>
  (await updateIsAdmin(tx, id, isAdmin)).length > 0;
