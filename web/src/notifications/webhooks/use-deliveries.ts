import type { WebhookDelivery } from '@selvedge/shared/notifications/webhooks';
import { useQuery } from '@tanstack/react-query';
import { apiList } from '../../lib/api.ts';

export const WEBHOOKS_PATH = '/api/webhooks';
const POLL_MS = 2_000;

/** The latest deliveries of a webhook, which change while some wait. */
export function useDeliveries(webhookId: string) {
  return useQuery({
    queryKey: [WEBHOOKS_PATH, webhookId, 'deliveries'],
    queryFn: () => apiList<WebhookDelivery>(`${WEBHOOKS_PATH}/${webhookId}/deliveries`),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'waiting') ? POLL_MS : false),
  });
}
