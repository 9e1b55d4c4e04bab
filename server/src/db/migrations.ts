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
}

interface Journal {
  entries: { tag: string; when: number }[];
}

/** The migrations of a folder that drizzle-kit keeps, in their order. */
export function readMigrations(folder: string): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as Journal;
  return journal.entries.map(({ tag, when }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8');
    const hash = createHash('sha256').update(text).digest('hex');
    return { tag, when, hash, statements: text.split('--> statement-breakpoint') };
  });
}

/**
 * What is still to be done on a database.
 * @param applied the `when` of what was done on it.
 * @throws UnusableDatabase when something was that is not among `migrations`.
 */
export function pendingOf(migrations: Migration[], applied: number[]): Migration[] {
  const known = new Set(migrations.map(({ when }) => when));
  if (applied.some((when) => !known.has(when))) {
    throw new UnusableDatabase(
      'The database has been upgraded by a newer version of Selvedge: start that one, or go back to a backup.',
    );
  }
  return migrations.filter(({ when }) => !applied.includes(when));
}

export const failedMigration = ({ tag }: Migration, reason: string): UnusableDatabase =>
  new UnusableDatabase(`Migration ${tag} failed and left nothing behind: ${reason}`);
