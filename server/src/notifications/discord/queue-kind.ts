import type { QueueKind } from '../../platform/jobs/queue-kind.ts';
import { waitingPosts } from './queries.ts';

export const discordQueue: QueueKind = {
  ...{ name: 'discord', label: 'Posts at Discord', lateAfterMs: 3_600_000 },
  waiting: waitingPosts,
};
