import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UnusableDatabase } from './unusable.ts';

export interface Migration {
  tag: string;
  /** When it was written, in milliseconds: databases record it under this. */
  when: number;
  /** SHA-256 of its text. */
  hash: string;
  statements: string[];
  /** How many migrations a program must know, this one or not, to work on a database that has this one. */
  since: number;
}

/** A migration as a database records it once it is applied. */
export type Applied = Pick<Migration, 'when' | 'since'>;

interface Journal {
  entries: { tag: string; when: number }[];
}

/** Names the last migration of the oldest program that still works; without it only programs with this one do. */
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
 * The migrations that are still to be applied to a database.
 * @throws UnusableDatabase when one was applied that is not among `migrations`, and with which they do not work.
 */
export function pendingOf(migrations: Migration[], applied: Applied[]): Migration[] {
  const pending = migrations.filter(({ when }) => !applied.some((done) => done.when === when));
  const newer = applied.filter(({ when }) => !migrations.some((known) => known.when === when));
  // An unknown migration beside a pending one was made without knowing of that: the histories have diverged.
  if (newer.length > 0 && (pending.length > 0 || newer.some(({ since }) => since > migrations.length))) {
    throw new UnusableDatabase(
      'The database has been upgraded by a newer version of Selvedge: start that one, or go back to a backup.',
    );
  }
  return pending;
}

export const failedMigration = ({ tag }: Migration, reason: string): UnusableDatabase =>
  new UnusableDatabase(`Migration ${tag} failed and left nothing behind: ${reason}`);
