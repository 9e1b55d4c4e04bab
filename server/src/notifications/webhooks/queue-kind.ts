import type { QueueKind } from '../../platform/jobs/queue-kind.ts';
import { waitingDeliveries } from './queries.ts';

/** A receiver may be away for hours. */
export const webhookQueue: QueueKind = {
  ...{ name: 'webhooks', label: 'Webhooks', lateAfterMs: 24 * 3_600_000 },
  waiting: waitingDeliveries,
};
