import type { Webhook, WebhookDelivery } from '@selvedge/shared/notifications/webhooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiList } from '../../lib/api.ts';

export const WEBHOOKS_PATH = '/api/webhooks';
const POLL_MS = 2_000;

/** The member's own webhooks, or those of the instance. */
export function useWebhooks(isInstance: boolean) {
  const client = useQueryClient();
  const key = [WEBHOOKS_PATH, isInstance];
  const query = useQuery({
    queryKey: key,
    queryFn: () => apiList<Webhook>(`${WEBHOOKS_PATH}${isInstance ? '?instance=true' : ''}`),
    // No live event tells that one was switched off.
    staleTime: 0,
  });
  return { ...query, refresh: () => client.invalidateQueries({ queryKey: key }) };
}

/** The latest deliveries of a webhook, which change while some wait. */
export function useDeliveries(webhookId: string) {
  return useQuery({
    queryKey: [WEBHOOKS_PATH, webhookId, 'deliveries'],
    queryFn: () => apiList<WebhookDelivery>(`${WEBHOOKS_PATH}/${webhookId}/deliveries`),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'waiting') ? POLL_MS : false),
  });
}
