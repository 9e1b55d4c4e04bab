import type { receiveEvent } from '../conversations/store/messaging.ts';
import { formatPrice } from '../lib/price.ts';
import { noticesOwner, serviceWorker } from '../notifications/browser-notices.ts';
import { followLeader } from '../notifications/leader.ts';
import { createNotices } from '../notifications/notices.ts';
import type { ShowNotice } from '../service-worker/messages.ts';

/**
 * Shows notifications while no tab is visible, via the service worker, which sees all tabs and receives the
 * clicks.
 */
export function startLiveNotices(on: typeof receiveEvent): void {
  const notices = createNotices({
    owner: noticesOwner,
    formatPrice,
    isHidden: () => document.visibilityState === 'hidden',
    async show(push) {
      (await serviceWorker())?.active?.postMessage({ type: 'show-notice', push } satisfies ShowNotice);
    },
    async close(tag) {
      for (const notice of (await (await serviceWorker())?.getNotifications({ tag })) ?? []) notice.close();
    },
  });
  // Pages without HTTPS have neither locks nor notifications.
  if (navigator.locks) followLeader(navigator.locks, notices.lead);
  on('message:new', notices.messageArrived);
  on('conversation:read', notices.readMoved);
}
