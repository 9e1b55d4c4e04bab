import type { Tx } from '../db/database.ts';
import { releaseUpload } from './queries.ts';

/** Releases uploads that an item had claimed, in the lock order of `claimUploads`. */
export async function releaseUploads(tx: Tx, keys: string[]): Promise<void> {
  for (const key of keys.toSorted()) await releaseUpload(tx, key);
}
