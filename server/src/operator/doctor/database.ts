import { type DatabaseState, inspectDatabase } from '../../platform/db/inspect.ts';
import { isTooOld } from '../../platform/db/migrations.ts';
import { aheadOf, clockFinding } from './clock.ts';
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';

/** Older versions of PostgreSQL get no more fixes. */
const POSTGRES_MIN = 140_000;

function migratedFinding({
  applied,
  known,
  needed,
}: Extract<DatabaseState, { exists: true }>['migrated']): Finding {
  if (applied === known) return ok('tables', 'Up to date.');
  if (applied > known && needed <= known) {
    return ok('tables', 'A newer version created them, and they also work with this one.');
  }
  if (applied > known) {
    return fail(
      'tables',
      'A newer version created them.',
      'Run that version again, or restore the backup from before the upgrade.',
    );
  }
  if (isTooOld(applied)) {
    return fail(
      'tables',
      'They are older than this version can upgrade.',
      'Install the last version before 1.0, start it once, then start this version.',
    );
  }
  return applied === 0
    ? warn('tables', 'There are none yet.', 'The next start creates them.')
    : warn(
        'tables',
        `${known - applied} migrations are pending.`,
        'The next start applies them; back up first.',
      );
}

function sqliteFindings(state: Extract<DatabaseState, { dialect: 'sqlite' }>): Finding[] {
  if (!state.exists) {
    return [warn('database', 'It does not exist yet.', 'The first start creates it; is DATA_DIR correct?')];
  }
  const mode =
    state.journalMode === 'wal'
      ? ok('database', `SQLite ${state.version}, in WAL mode; the server syncs each commit to disk.`)
      : warn(
          'database',
          `Its journal mode is ${state.journalMode}, not WAL.`,
          'The next start sets it; the file must be on a local disk, not a network share.',
        );
  return [mode, migratedFinding(state.migrated)];
}

/** Findings about the settings and the state of a PostgreSQL database. */
export function postgresFindings(
  state: Extract<DatabaseState, { dialect: 'postgres' }>,
  poolSize: number,
): Finding[] {
  const { version, settings, connections, hasTrigrams, isArchivingBroken, clock, migrated } = state;
  const found: Finding[] = [];
  if (version < POSTGRES_MIN) {
    found.push(
      warn('database', `PostgreSQL ${Math.floor(version / 10_000)} is old.`, 'Upgrade to 14 or newer.'),
    );
  }
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    if (settings[name] !== 'off') continue;
    found.push(
      fail('database', `${name} is off: a power cut can lose acknowledged data.`, `Set ${name} = on.`),
    );
  }
  if (settings.server_encoding !== 'UTF8') {
    found.push(
      fail('database', `Its encoding is ${settings.server_encoding}.`, 'Create one with encoding UTF8.'),
    );
  }
  if (!hasTrigrams && migrated.applied < migrated.known) {
    found.push(
      fail('database', 'pg_trgm is not installed.', "Install PostgreSQL's contrib package: search needs it."),
    );
  }
  const free =
    Number(settings.max_connections) - Number(settings.superuser_reserved_connections) - connections;
  if (free < poolSize) {
    found.push(
      warn(
        'connections',
        `${free} are free, and a node uses up to ${poolSize}.`,
        'Raise max_connections, lower DATABASE_POOL, or stop other clients.',
      ),
    );
  }
  const isArchived = settings.archive_mode !== 'off';
  if (isArchived && isArchivingBroken) {
    found.push(
      fail(
        'database',
        'It cannot archive its WAL, which grows until the disk is full.',
        "Check its log for errors of archive_command, and the archive's disk.",
      ),
    );
  }
  if (found.length === 0) {
    const archiving = isArchived
      ? 'its WAL is archived'
      : 'its WAL is not archived: only the backups protect it';
    found.push(
      ok('database', `PostgreSQL ${Math.floor(version / 10_000)}, each commit on disk; ${archiving}.`),
    );
  }
  return [
    ...found,
    migratedFinding(migrated),
    clockFinding('the database', aheadOf(clock.theirs, clock.from, clock.to)),
  ];
}

/** Checks the database. @param poolSize how many connections each node may open */
export async function checkDatabase(url: string, poolSize: number): Promise<Finding[]> {
  try {
    const state = await inspectDatabase(url);
    return state.dialect === 'sqlite' ? sqliteFindings(state) : postgresFindings(state, poolSize);
  } catch (error) {
    return [
      fail(
        'database',
        `It cannot be opened: ${reasonOf(error)}.`,
        'Check that it runs, and that DATABASE_URL has the right host, user, password and database.',
      ),
    ];
  }
}
