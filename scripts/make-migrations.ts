import { binary, run } from './child.ts';

/**
 * Generates the migration from the last one to the current tables, for each database.
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
