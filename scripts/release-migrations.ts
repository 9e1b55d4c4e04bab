// Writes down that the migrations of now are out, as what version: `node scripts/release-migrations.ts 1.0.0`. From then
// on the tests hold them unchanged, and upgrade from there.
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
