import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UnusableDatabase } from './unusable.ts';

/**
 * The schema version after the initial migration. It replaced 28 migrations, which the databases, copies and nodes of
 * versions before 1.0 count.
 */
const INITIAL_VERSION = 28;

/** The schema version once this number of migrations has been applied. */
export function versionAfter(migrations: number): number {
  return INITIAL_VERSION - 1 + migrations;
}

/** Whether a database or a copy is at an earlier one of the migrations that the initial one replaced. */
export function isTooOld(version: number): boolean {
  return version > 0 && version < INITIAL_VERSION;
}

/** What to do about it. */
export const UPGRADE_FIRST = 'install the last version before 1.0, start it once, then start this version';

export interface Migration {
  tag: string;
  /**
   * Creation time in milliseconds, which identifies it in databases. That of the initial migration is that of the last one
   * it replaced, so databases with that one have the initial one.
   */
  when: number;
  /** SHA-256 of the file. */
  hash: string;
  statements: string[];
  /** The schema version that a program must know to work with a database that has this one applied. */
  since: number;
}

export type Applied = Pick<Migration, 'when' | 'since'>;

interface Journal {
  entries: { tag: string; when: number }[];
}

export function readJournal(file: string): Journal['entries'] {
  return (JSON.parse(readFileSync(file, 'utf8')) as Journal).entries;
}

/**
 * Names the last migration of the oldest compatible program. Without this line, programs need the migration.
 */
const SERVES = /^-- serves programs since (\S+)$/m;

/** Reads a drizzle-kit migrations folder, in order. @throws if a migration names one that does not precede it. */
export function readMigrations(folder: string): Migration[] {
  const journal = readJournal(join(folder, 'meta', '_journal.json'));
  return journal.map(({ tag, when }, index) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8');
    const hash = createHash('sha256').update(text).digest('hex');
    const oldest = SERVES.exec(text)?.[1] ?? tag;
    const at = journal.slice(0, index + 1).findIndex((entry) => entry.tag === oldest);
    if (at === -1)
      throw new Error(`Migration ${tag} serves programs since ${oldest}, which does not precede it.`);
    return {
      tag,
      when,
      hash,
      statements: text.split('--> statement-breakpoint'),
      since: versionAfter(at + 1),
    };
  });
}

/** The schema version of a database with these migrations; `initial` is the creation time of the initial one. */
export function versionOf(applied: Pick<Applied, 'when'>[], initial: number): number {
  const since = applied.filter(({ when }) => when >= initial);
  return since.length > 0 ? versionAfter(since.length) : applied.length;
}

/**
 * The migrations still to be applied to a database.
 * @throws UnusableDatabase if an unknown, incompatible migration was applied, or not all that the initial one replaced.
 */
export function pendingOf(migrations: Migration[], applied: Applied[]): Migration[] {
  const initial = migrations[0]?.when ?? 0;
  if (isTooOld(versionOf(applied, initial))) {
    throw new UnusableDatabase(`The database is older than this version can upgrade: ${UPGRADE_FIRST}.`);
  }
  const pending = migrations.filter(({ when }) => !applied.some((done) => done.when === when));
  const newer = applied.filter(
    ({ when }) => when > initial && !migrations.some((known) => known.when === when),
  );
  // An unknown migration alongside a pending one means that the histories have diverged.
  if (
    newer.length > 0 &&
    (pending.length > 0 || newer.some(({ since }) => since > versionAfter(migrations.length)))
  ) {
    throw new UnusableDatabase(
      'The database has been upgraded by a newer version of Selvedge: start that version, or restore a backup.',
    );
  }
  return pending;
}

export function failedMigration({ tag }: Migration, reason: string): UnusableDatabase {
  return new UnusableDatabase(`Migration ${tag} failed and was rolled back: ${reason}`);
}
