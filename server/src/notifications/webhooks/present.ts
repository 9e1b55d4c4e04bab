import type { Webhook, WebhookDelivery } from '@selvedge/shared/notifications/webhooks';
import { formatInstant } from '../../platform/core/format-instant.ts';
import type { DeliveryRow, WebhookRow } from './queries.ts';

const instant = (at: Date | null) => at && formatInstant(at);

export function presentWebhook(row: WebhookRow): Webhook {
  const { id, url, events, isInstance, offReason } = row;
  return {
    ...{ id, url, events, isInstance, offReason },
    isOn: offReason === null,
    failingSince: instant(row.failingSince),
    createdAt: formatInstant(row.createdAt),
  };
}

export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  const { id, type, state, attempts, status, error } = row;
  return {
    ...{ id, type, state, attempts, status, error },
    createdAt: formatInstant(row.createdAt),
    attemptedAt: instant(row.attemptedAt),
    nextAt: state === 'waiting' ? formatInstant(row.dueAt) : null,
  };
}
