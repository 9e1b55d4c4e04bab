import { globSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sqliteKit } from '../server/src/platform/db/kit.ts';
import { defineTables } from '../server/src/platform/db/tables.ts';
import { binary, ROOT, run } from './child.ts';

const DIALECTS = [
  { dialect: 'sqlite', folder: 'sqlite', kit: 'sqliteKit', from: 'kit.ts' },
  { dialect: 'postgresql', folder: 'postgres', kit: 'postgresKit', from: 'postgres-kit.ts' },
];

/**
 * Generates a migration for each database, from the state of the last migration to the current tables.
 * @param args options of `drizzle-kit generate`, such as `--name view_count` or `--custom`
 * @returns the exit code
 */
export async function makeMigrations(args: string[]): Promise<number> {
  const names = Object.keys(defineTables(sqliteKit)).join(', ');
  for (const { dialect, folder, kit, from } of DIALECTS) {
    // The tool reads tables only where each is exported by its name.
    const schema = join(ROOT, `server/src/platform/db/.schema.${folder}.ts`);
    const source = `import { ${kit} } from './${from}';
import { defineTables } from './tables.ts';
export const { ${names} } = defineTables(${kit});
`;
    writeFileSync(schema, source);
    try {
      const to = ['--dialect', dialect, '--schema', schema, '--out', `server/migrations/${folder}`];
      const { code, output } = await run([binary('drizzle-kit/bin.cjs'), 'generate', ...to, ...args]);
      console.log(output.trim());
      if (code !== 0) return code;
      // The next migration begins at the newest snapshot, and nothing else reads them.
      const snapshots = globSync(join(ROOT, `server/migrations/${folder}/meta/*_snapshot.json`)).sort();
      for (const older of snapshots.slice(0, -1)) rmSync(older);
    } finally {
      rmSync(schema);
    }
  }
  return 0;
}
