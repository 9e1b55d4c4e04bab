import type { Tx } from '../../platform/db/database.ts';
import { updateVouch } from './queries.ts';

/** Brings back a vouch that an admin removed; it shows and counts again. @returns whether it exists */
export async function putBackVouch(tx: Tx, { id }: { id: string }): Promise<boolean> {
  return (await updateVouch(tx, id, { removedAt: null, removalReason: null })).length > 0;
}
