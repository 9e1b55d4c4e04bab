import type { Tx } from '../db/database.ts';
import { releaseUpload } from './queries.ts';

/** Gives back uploads that an item took: from the commit on nothing uses them. In the order of `claimUploads`. */
export async function releaseUploads(tx: Tx, keys: string[]): Promise<void> {
  for (const key of keys.toSorted()) await releaseUpload(tx, key);
}
