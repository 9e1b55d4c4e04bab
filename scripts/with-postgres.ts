// Runs a command with a throwaway PostgreSQL: node scripts/with-postgres.ts -- npx vitest run tests/server
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startPostgres } from './postgres.ts';

const [, , dashes, command, ...args] = process.argv;
if (dashes !== '--' || !command) {
  console.error('Usage: node scripts/with-postgres.ts -- <command> [arguments]');
  process.exit(2);
}
const postgres = await startPostgres();
const child = spawn(command, args, {
  stdio: 'inherit',
  env: { ...process.env, SELVEDGE_TEST_POSTGRES_URL: postgres.url },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const [code] = await once(child, 'exit');
await postgres.stop();
process.exit(code ?? 1);
