import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UnusableDatabase } from './unusable.ts';

export interface Migration {
  tag: string;
  /** Creation time in milliseconds, which identifies it in databases. */
  when: number;
  /** SHA-256 of the file. */
  hash: string;
  statements: string[];
  /** How many migrations a program must have to work with a database that has this one applied. */
  since: number;
}

export type Applied = Pick<Migration, 'when' | 'since'>;

interface Journal {
  entries: { tag: string; when: number }[];
}

/** Names the last migration of the oldest compatible program; without it, programs need this one. */
const SERVES = /^-- serves programs since (\S+)$/m;

/** Reads a drizzle-kit migrations folder, in order. @throws if a migration names one that does not precede it. */
export function readMigrations(folder: string): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as Journal;
  return journal.entries.map(({ tag, when }, index) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8');
    const hash = createHash('sha256').update(text).digest('hex');
    const oldest = SERVES.exec(text)?.[1] ?? tag;
    const since = 1 + journal.entries.slice(0, index + 1).findIndex((entry) => entry.tag === oldest);
    if (since === 0)
      throw new Error(`Migration ${tag} serves programs since ${oldest}, which does not precede it.`);
    return { tag, when, hash, statements: text.split('--> statement-breakpoint'), since };
  });
}

/** @throws UnusableDatabase if an unknown, incompatible migration was applied */
export function pendingOf(migrations: Migration[], applied: Applied[]): Migration[] {
  const pending = migrations.filter(({ when }) => !applied.some((done) => done.when === when));
  const newer = applied.filter(({ when }) => !migrations.some((known) => known.when === when));
  // An unknown migration alongside a pending one means that the histories have diverged.
  if (newer.length > 0 && (pending.length > 0 || newer.some(({ since }) => since > migrations.length))) {
    throw new UnusableDatabase(
      'The database has been upgraded by a newer version of Selvedge: start that version, or restore a backup.',
    );
  }
  return pending;
}

export const failedMigration = ({ tag }: Migration, reason: string): UnusableDatabase =>
  new UnusableDatabase(`Migration ${tag} failed and was rolled back: ${reason}`);
