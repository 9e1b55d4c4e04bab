import type { QueueKind } from '../platform/jobs/queue-kind.ts';
import { waitingPushes } from './queries.ts';

export const pushQueue: QueueKind = {
  ...{ name: 'pushes', label: 'Pushes', lateAfterMs: 10 * 60_000 },
  waiting: waitingPushes,
};
