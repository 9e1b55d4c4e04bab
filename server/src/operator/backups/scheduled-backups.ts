import type { Database } from '../../platform/db/database.ts';
import { withLease } from '../../platform/jobs/lease.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { backupInChild } from './backup-in-child.ts';
import { openTarget } from './open-target.ts';
import { anyAccount, anyMember } from './queries.ts';
import { newestFirst } from './retention.ts';
import type { BackupConfig, Target } from './target.ts';

export const BACKUP_TASK = 'backup';
/** A backup is overdue at this multiple of the interval. */
export const OVERDUE_AFTER = 2;

interface BackupState {
  /** When the last good backup began; null if there is none, or the target cannot be read. */
  lastAt: Date | null;
  /** The last good one is older than twice the interval, or there is none although there should be. */
  isOverdue: boolean;
}

export interface ScheduledBackups {
  state(): BackupState;
  /** Throws if the last good backup is overdue. */
  check(): Promise<void>;
  /** Makes one if it is due. */
  run(stop: AbortSignal): Promise<void>;
}

export async function newestIn(target: Pick<Target, 'list'>): Promise<Date | null> {
  return newestFirst(await target.list())[0]?.madeAt ?? null;
}

const isEmpty = (db: Database): Promise<boolean> =>
  db.read(async (conn) => (await anyMember(conn)).length + (await anyAccount(conn)).length === 0);

export interface ScheduledBackupsParts {
  config: BackupConfig;
  db: Database;
  log: Logger;
  onResult(result: 'made' | 'failed'): void;
}

/**
 * Each run makes a backup if the newest one in the target is older than the configured interval. Only one of several nodes
 * makes it. An instance without members makes none, so that a new instance never replaces the backups of an earlier one.
 */
export function scheduledBackups({ config, db, log, onResult }: ScheduledBackupsParts): ScheduledBackups {
  const { backup } = config;
  const target = openTarget(config, log);
  /** Overdue is counted from here while there is no backup. */
  let since = Date.now();
  let lastAt: Date | null = null;
  let isUnreadable = false;
  /** Why the last attempt failed; null if it did not. */
  let problem: string | null = null;

  async function readNewest(): Promise<void> {
    try {
      lastAt = await newestIn(target);
      isUnreadable = false;
    } catch (error) {
      isUnreadable = true;
      throw error;
    }
  }
  const isDue = () => lastAt === null || Date.now() - lastAt.getTime() >= backup.everyMs;

  async function makeIfDue(stop: AbortSignal): Promise<void> {
    // Another node may have made one meanwhile.
    await readNewest();
    if (!isDue()) return;
    const startedAt = performance.now();
    const { name, removed } = await backupInChild(config, stop);
    await readNewest();
    onResult('made');
    log.info({ name, removed, seconds: Math.round((performance.now() - startedAt) / 1_000) }, 'backup made');
  }

  async function run(stop: AbortSignal): Promise<void> {
    try {
      await readNewest();
      if (isDue()) {
        if (await isEmpty(db)) since = Date.now();
        else await withLease(db, BACKUP_TASK, () => makeIfDue(stop));
      }
      if (problem !== null) log.warn({ place: target.place }, 'backups work again');
      problem = null;
    } catch (error) {
      if (stop.aborted) return;
      onResult('failed');
      const reason = error instanceof Error ? error.message : String(error);
      // The same reason is not logged again for each attempt.
      if (reason !== problem) log.error({ err: error }, `no backup was made in ${target.place}`);
      problem = reason;
    }
  }

  const state = (): BackupState => ({
    lastAt,
    isOverdue:
      (lastAt === null && isUnreadable) ||
      Date.now() - (lastAt?.getTime() ?? since) > OVERDUE_AFTER * backup.everyMs,
  });
  return {
    state,
    async check() {
      if (state().isOverdue) throw new Error('the last good backup is overdue');
    },
    run,
  };
}
