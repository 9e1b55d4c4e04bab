import { inspect } from 'node:util';
import { AppError } from '../../platform/core/errors.ts';
import { createLog } from '../../platform/observability/log.ts';
import { runBackup } from './run-backup.ts';
import type { BackupConfig } from './target.ts';

// The process that `backupInChild` starts for one backup: copying a database and reading it back would block the
// server's event loop.

/** What the process reports to the server at its end. */
export type Outcome = { name: string; removed: string[] } | { failure: string };

async function outcomeOf(config: BackupConfig): Promise<Outcome> {
  try {
    const { name, removed } = await runBackup(config, createLog('silent'));
    return { name, removed };
  } catch (error) {
    return { failure: error instanceof AppError ? error.message : inspect(error) };
  }
}

// Ignored: the server receives these signals, too, and ends this process.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
// The server is gone. Its next backup removes what this one leaves unfinished.
process.once('disconnect', () => process.exit(1));
process.once('message', async (config: BackupConfig) => {
  const outcome = await outcomeOf(config);
  process.send?.(outcome, () => process.exit(0));
});
