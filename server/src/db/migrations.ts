import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UnusableDatabase } from './unusable.ts';

export interface Migration {
  tag: string;
  /** Milliseconds: when it was written, by which databases name it. */
  when: number;
  /** Of its text. */
  hash: string;
  statements: string[];
  /** Programs that know so many migrations still work on what it leaves behind. */
  since: number;
}

/** What a database says of a migration that was done on it. */
export type Applied = Pick<Migration, 'when' | 'since'>;

interface Journal {
  entries: { tag: string; when: number }[];
}

/** Names the last migration of the oldest program that still works; where nothing is said, none without this one does. */
const SERVES = /^-- serves programs since (\S+)$/m;

/** The migrations of a folder that drizzle-kit keeps, in their order. @throws when one names another that is not before it. */
export function readMigrations(folder: string): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as Journal;
  return journal.entries.map(({ tag, when }, index) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8');
    const hash = createHash('sha256').update(text).digest('hex');
    const oldest = SERVES.exec(text)?.[1] ?? tag;
    const since = 1 + journal.entries.slice(0, index + 1).findIndex((entry) => entry.tag === oldest);
    if (since === 0)
      throw new Error(`Migration ${tag} serves programs since ${oldest}, which is not before it.`);
    return { tag, when, hash, statements: text.split('--> statement-breakpoint'), since };
  });
}

/**
 * What is still to be done on a database.
 * @throws UnusableDatabase when something was done that is not among `migrations` and does not serve them.
 */
export function pendingOf(migrations: Migration[], applied: Applied[]): Migration[] {
  const pending = migrations.filter(({ when }) => !applied.some((done) => done.when === when));
  const newer = applied.filter(({ when }) => !migrations.some((known) => known.when === when));
  // What is to be done here was not there when the newer one was made.
  if (newer.length > 0 && (pending.length > 0 || newer.some(({ since }) => since > migrations.length))) {
    throw new UnusableDatabase(
      'The database has been upgraded by a newer version of Selvedge: start that one, or go back to a backup.',
    );
  }
  return pending;
}

export const failedMigration = ({ tag }: Migration, reason: string): UnusableDatabase =>
  new UnusableDatabase(`Migration ${tag} failed and left nothing behind: ${reason}`);
