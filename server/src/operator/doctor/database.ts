import { type DatabaseState, inspectDatabase } from '../../db/inspect.ts';
import { aheadOf, clockFinding } from './clock.ts';
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';

/** Older versions of PostgreSQL get no fixes any more. */
const POSTGRES_MIN = 140_000;

function migratedFinding({
  applied,
  known,
  needed,
}: Extract<DatabaseState, { exists: true }>['migrated']): Finding {
  if (applied === known) return ok('tables', 'Up to date.');
  if (applied > known && needed <= known) {
    return ok('tables', 'They were made by a newer version, and serve this one too.');
  }
  return applied < known
    ? warn(
        'tables',
        `${known - applied} migrations are to come.`,
        'The next start does them; back up before.',
      )
    : fail(
        'tables',
        'They were made by a newer version.',
        'Run that version again, or bring back the backup from before.',
      );
}

function sqliteFindings(facts: Extract<DatabaseState, { dialect: 'sqlite' }>): Finding[] {
  if (!facts.exists) {
    return [warn('database', 'There is none yet.', 'The first start makes it; is DATA_DIR meant?')];
  }
  const mode =
    facts.journalMode === 'wal'
      ? ok('database', `SQLite ${facts.version}, in WAL mode; the server syncs each commit to disk.`)
      : warn(
          'database',
          `Its journal mode is ${facts.journalMode}, not WAL.`,
          'The next start sets it; it must lie on a local disk, no network share.',
        );
  return [mode, migratedFinding(facts.migrated)];
}

/** What the settings and the state of a PostgreSQL give reason to report. */
export function postgresFindings(
  facts: Extract<DatabaseState, { dialect: 'postgres' }>,
  poolSize: number,
): Finding[] {
  const { version, settings, connections, hasTrigrams, isArchivingBroken, clock, migrated } = facts;
  const found: Finding[] = [];
  if (version < POSTGRES_MIN) {
    found.push(
      warn('database', `PostgreSQL ${Math.floor(version / 10_000)} is old.`, 'Upgrade to 14 or newer.'),
    );
  }
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    if (settings[name] !== 'off') continue;
    found.push(
      fail('database', `${name} is off: a power cut takes back what was acknowledged.`, `Set ${name} = on.`),
    );
  }
  if (settings.server_encoding !== 'UTF8') {
    found.push(
      fail('database', `Its encoding is ${settings.server_encoding}.`, 'Make one with encoding UTF8.'),
    );
  }
  if (!hasTrigrams && migrated.applied < migrated.known) {
    found.push(
      fail('database', 'It has no pg_trgm.', "Install PostgreSQL's contrib package: the search needs it."),
    );
  }
  const room =
    Number(settings.max_connections) - Number(settings.superuser_reserved_connections) - connections;
  if (room < poolSize) {
    found.push(
      warn(
        'connections',
        `${room} are free, and a node takes up to ${poolSize}.`,
        'Raise max_connections, lower DATABASE_POOL, or stop what else holds some.',
      ),
    );
  }
  const isArchived = settings.archive_mode !== 'off';
  if (isArchived && isArchivingBroken) {
    found.push(
      fail(
        'database',
        'It cannot archive its log, and keeps all of it until its disk is full.',
        "See its log for what archive_command says, and the archive's disk.",
      ),
    );
  }
  if (found.length === 0) {
    const kept = isArchived ? 'its log is archived' : 'its log is not archived: there are the backups alone';
    found.push(ok('database', `PostgreSQL ${Math.floor(version / 10_000)}, each commit on disk; ${kept}.`));
  }
  return [
    ...found,
    migratedFinding(migrated),
    clockFinding('the database', aheadOf(clock.theirs, clock.from, clock.to)),
  ];
}

export async function checkDatabase(url: string, poolSize: number): Promise<Finding[]> {
  try {
    const facts = await inspectDatabase(url);
    return facts.dialect === 'sqlite' ? sqliteFindings(facts) : postgresFindings(facts, poolSize);
  } catch (error) {
    return [
      fail(
        'database',
        `It cannot be opened: ${reasonOf(error)}.`,
        'See whether it runs and whether DATABASE_URL names its host, user, password and database.',
      ),
    ];
  }
}
