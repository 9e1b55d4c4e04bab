import { inServer } from '../server-folder.ts';
import type { Database } from './database.ts';
import { type Applied, readJournal, versionAfter, versionOf } from './migrations.ts';

// Keep this file in this folder: the relative path must also work for the bundle, which is at the same depth.
const journalOf = (dialect: Database['dialect']) =>
  readJournal(inServer(`migrations/${dialect}/meta/_journal.json`));

/** The schema version of this release, the same on both engines. */
export function ownSchema(): number {
  return versionAfter(journalOf('sqlite').length);
}

/** The schema version of a database with these migrations. */
export function schemaOf(dialect: Database['dialect'], applied: Pick<Applied, 'when'>[]): number {
  return versionOf(applied, journalOf(dialect)[0]?.when ?? 0);
}
