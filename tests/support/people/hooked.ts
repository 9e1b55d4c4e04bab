import type { WebhookEvent } from '@selvedge/shared/notifications/webhook-events';
import { OWN_EVENTS, PUBLIC_EVENTS } from '@selvedge/shared/notifications/webhook-events';
import type {
  CreatedWebhook,
  OneWebhookDelivery,
  Webhook,
  WebhookDelivery,
} from '@selvedge/shared/notifications/webhooks';
import { onTestFinished, vi } from 'vitest';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import { type ListingInput, listingOf } from '../data/listing-form.ts';
import { startWebhookPeer } from '../peers/webhook-peer.ts';
import { openWorld, type WorldOptions } from '../world.ts';
import { addUpload } from './market.ts';

/** An instance that may call this machine, and a receiver of its webhooks. */
export async function openHooked(options: WorldOptions = {}) {
  const peer = await startWebhookPeer();
  onTestFinished(peer.close);
  const world = await openWorld({ ...options, env: { WEBHOOK_ALLOW: '127.0.0.0/8', ...options.env } });
  async function answer<T>(as: Actor, method: string, path: string, json?: unknown): Promise<T> {
    const response = await world.call(method, path, { as, json });
    if (!response.ok) throw new Error(`answered ${response.status}: ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }
  const hook = (as: Actor, path: string, events: readonly WebhookEvent[], isInstance = false) =>
    answer<CreatedWebhook>(as, 'POST', '/api/webhooks', { url: peer.url + path, events, isInstance });
  return {
    ...{ world, peer, answer },
    /** Adds a webhook at a path of the receiver. */
    hook: (as: Actor, path: string, events: readonly WebhookEvent[] = OWN_EVENTS) => hook(as, path, events),
    hookInstance: (as: Actor, path: string) => hook(as, path, PUBLIC_EVENTS, true),
    find: async (as: Actor, id: string) =>
      (await answer<Webhook[]>(as, 'GET', '/api/webhooks')).find((one) => one.id === id),
    deliveries: (as: Actor, id: string) =>
      answer<WebhookDelivery[]>(as, 'GET', `/api/webhooks/${id}/deliveries`),
    delivery: (as: Actor, id: string, deliveryId: string) =>
      answer<OneWebhookDelivery>(as, 'GET', `/api/webhooks/${id}/deliveries/${deliveryId}`),
    async list(as: Actor, changes: Partial<ListingInput> = {}): Promise<string> {
      const form = listingOf([await addUpload(world.db, as.id)], changes);
      return (await answer<{ id: string }>(as, 'POST', '/api/listings', form)).id;
    },
    /** Waits until the receiver has been told as many events at a path. */
    told: (path: string, count: number) =>
      vi.waitUntil(
        () => {
          const found = peer.received.filter((one) => one.path === path);
          return found.length >= count && found;
        },
        { timeout: 8_000, interval: 10 },
      ),
  };
}
export type Hooked = Awaited<ReturnType<typeof openHooked>>;
