import { binary, run } from './child.ts';

/**
 * Generates a migration for each database, from the state of the last migration to the current tables.
 * @param args options of `drizzle-kit generate`, such as `--name view_count` or `--custom`
 * @returns the exit code
 */
export async function makeMigrations(args: string[]): Promise<number> {
  for (const dialect of ['sqlite', 'postgres']) {
    const config = `server/drizzle.${dialect}.config.ts`;
    const { code, output } = await run([
      binary('drizzle-kit/bin.cjs'),
      'generate',
      '--config',
      config,
      ...args,
    ]);
    console.log(output.trim());
    if (code !== 0) return code;
  }
  return 0;
}
