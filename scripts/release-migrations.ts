// Records the current migrations as released with a version: `node scripts/release-migrations.ts 1.0.0`. From
// then on the tests require them to be unchanged, and test upgrades from that release.
import { readFileSync, writeFileSync } from 'node:fs';
import { readMigrations } from '../server/src/db/migrations.ts';

const FILE = new URL('../server/migrations/released.json', import.meta.url);
const version = process.argv[2];
if (!version) {
  console.error('Usage: node scripts/release-migrations.ts <version>');
  process.exit(2);
}
const hashes = (engine: string) =>
  Object.fromEntries(readMigrations(`server/migrations/${engine}`).map(({ tag, hash }) => [tag, hash]));
const released = JSON.parse(readFileSync(FILE, 'utf8')) as object;
const now = { sqlite: hashes('sqlite'), postgres: hashes('postgres') };
writeFileSync(FILE, `${JSON.stringify({ ...released, [version]: now }, null, 2)}\n`);
