import { describeQueue } from '@selvedge/shared/instance/describe-queue';
import type { QueueState } from '@selvedge/shared/instance/figures';
import { inspectDatabase } from '../../platform/db/inspect.ts';
import { readQueues } from '../../platform/jobs/queue-kind.ts';
import type { OperatorContext } from '../command.ts';
import { onDatabase } from '../on-database.ts';
import { type Finding, ok, warn } from './finding.ts';

const ABOUT = 'queues';

function findingOf(state: QueueState): Finding {
  const says = `${state.label}: ${describeQueue(state)}.`;
  return state.isLate
    ? warn(ABOUT, says, 'Check that the server runs; its log says why attempts fail.')
    : ok(ABOUT, says);
}

/** Checks the outgoing queues. @returns nothing unless the tables are this version's */
export async function checkQueues(operating: OperatorContext): Promise<Finding[]> {
  const state = await inspectDatabase(operating.config.databaseUrl).catch(() => null);
  const isCurrent = state && 'migrated' in state && state.migrated.applied === state.migrated.known;
  if (!isCurrent) return [];
  const { FEATURES } = await import('../../features.ts');
  const kinds = FEATURES.flatMap(({ queues = [] }) => queues);
  const states = await onDatabase(operating, (db) => db.read((conn) => readQueues(conn, kinds)));
  return states.map(findingOf);
}
