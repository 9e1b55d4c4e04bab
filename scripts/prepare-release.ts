// Prepares a release: `node scripts/prepare-release.ts 1.2.3` sets the version, dates the section of the changelog, and
// records the migrations. From then on the tests require these to be unchanged, and test upgrades from that release.
// Commit the result, then tag the commit.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrations } from '../server/src/platform/db/migrations.ts';

const ROOT = join(import.meta.dirname, '..');
const VERSION = /^\d+\.\d+\.\d+$/;

/** Moves what is under Unreleased into the section of a version. @param day `2026-03-14` */
export function datedChangelog(changelog: string, version: string, day: string): string {
  if (!/^## \[Unreleased\]$/m.test(changelog))
    throw new Error('CHANGELOG.md has no section "## [Unreleased]".');
  return changelog.replace(/^## \[Unreleased\]$/m, `## [Unreleased]\n\n## [${version}] - ${day}`);
}

/** Adds the current migrations of both databases under a version. */
function recordMigrations(version: string): void {
  const file = join(ROOT, 'server/migrations/released.json');
  const hashes = (engine: string) =>
    Object.fromEntries(
      readMigrations(join(ROOT, 'server/migrations', engine)).map(({ tag, hash }) => [tag, hash]),
    );
  const released = JSON.parse(readFileSync(file, 'utf8')) as object;
  const now = { sqlite: hashes('sqlite'), postgres: hashes('postgres') };
  writeFileSync(file, `${JSON.stringify({ ...released, [version]: now }, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const version = process.argv[2] ?? '';
  if (!VERSION.test(version)) {
    console.error('Usage: node scripts/prepare-release.ts <version>, such as 1.2.3');
    process.exit(2);
  }
  const changelog = join(ROOT, 'CHANGELOG.md');
  const dated = datedChangelog(
    readFileSync(changelog, 'utf8'),
    version,
    new Date().toISOString().slice(0, 10),
  );
  // Also sets the version in the lock file.
  execFileSync('npm', ['version', version, '--no-git-tag-version', '--allow-same-version'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  writeFileSync(changelog, dated);
  recordMigrations(version);
}
