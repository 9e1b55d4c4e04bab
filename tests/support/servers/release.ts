import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrations } from '../../../server/src/platform/db/migrations.ts';

export type Engine = 'sqlite' | 'postgres';

/** The migrations of this build. */
export const migrationsOf = (engine: Engine): string =>
  fileURLToPath(new URL(`../../../server/migrations/${engine}`, import.meta.url));

interface Journal {
  entries: { idx: number; tag: string; when: number }[];
}

const SPLIT = '\n--> statement-breakpoint\n';

function changeJournal(folder: string, change: (entries: Journal['entries']) => Journal['entries']): void {
  const file = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal;
  writeFileSync(file, JSON.stringify({ ...journal, entries: change(journal.entries) }));
}

/**
 * Writes the migrations of a later release into `folder`: this build's, followed by the given ones with their
 * statements. `servesThis`: the later ones declare themselves compatible with programs of this build.
 */
export function makeNewer(
  engine: Engine,
  folder: string,
  more: Record<string, string[]>,
  { servesThis = false } = {},
): string {
  cpSync(migrationsOf(engine), folder, { recursive: true });
  const own = readMigrations(folder).at(-1)?.tag;
  const header = servesThis ? `-- serves programs since ${own}\n` : '';
  for (const [tag, statements] of Object.entries(more)) {
    writeFileSync(join(folder, `${tag}.sql`), header + statements.join(SPLIT));
    changeJournal(folder, (entries) => {
      const last = entries.at(-1);
      return [...entries, { ...last, idx: entries.length, tag, when: (last?.when ?? 0) + 1_000 }];
    });
  }
  return folder;
}

/** Writes the migrations of an earlier release into `folder`: this build's up to `tag`. */
export function makeOlder(engine: Engine, folder: string, tag: string): string {
  cpSync(migrationsOf(engine), folder, { recursive: true });
  changeJournal(folder, (entries) => entries.slice(0, entries.findIndex((entry) => entry.tag === tag) + 1));
  return folder;
}

/** Two migrations that add and fill columns unknown to an older program. */
export const SLOW: Record<string, string[]> = {
  '9000_shout': [
    'alter table users add column shout text',
    'update users set shout = upper(username)',
    'create index users_shout on users (shout)',
  ],
  '9001_whisper': [
    'alter table users add column whisper text',
    'update users set whisper = lower(username)',
    'create index users_whisper on users (whisper)',
  ],
};

/** For each released version, the hash of each of its migrations. */
export type Released = Record<string, Record<Engine, Record<string, string>>>;

/** Released migrations that have been changed since, each by version and name. */
export const changedSince = (released: Released, engine: Engine, folder: string): string[] => {
  const hashes = new Map(readMigrations(folder).map(({ tag, hash }) => [tag, hash]));
  return Object.entries(released).flatMap(([version, engines]) =>
    Object.entries(engines[engine]).flatMap(([tag, hash]) =>
      hashes.get(tag) === hash ? [] : [`${version} ${tag}`],
    ),
  );
};
