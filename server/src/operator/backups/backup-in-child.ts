import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './backup-worker.ts';
import type { BackupConfig } from './target.ts';

// Next to this source file, or next to the bundle.
const FILE = import.meta.url.endsWith('.ts') ? './backup-worker.ts' : './backup-worker.js';
/** Runs the process at low priority, and makes Linux kill it before the server when memory runs out. */
const MODEST = `echo 800 2> /dev/null > /proc/self/oom_score_adj
exec nice -n 10 "$0" "$1"`;

/** @param stop ends the process, in which case this throws */
export async function backupInChild(
  { databaseUrl, dataDir, s3, backup }: BackupConfig,
  stop: AbortSignal,
): Promise<Extract<Outcome, { name: string }>> {
  const child = spawn(
    '/bin/sh',
    ['-c', MODEST, process.execPath, fileURLToPath(new URL(FILE, import.meta.url))],
    {
      // It inherits the server's environment, which PostgreSQL's client and TLS also read.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
      signal: stop,
      killSignal: 'SIGKILL',
    },
  );
  const ended = once(child, 'close');
  child.send({ databaseUrl, dataDir, s3, backup } satisfies BackupConfig);
  const [message] = (await Promise.race([once(child, 'message'), ended.then(() => [null])])) as [
    Outcome | null,
  ];
  await ended;
  if (!message)
    throw new Error(`The process that makes the backup ended early: ${child.signalCode ?? child.exitCode}`);
  if ('failure' in message) throw new Error(message.failure);
  return message;
}
