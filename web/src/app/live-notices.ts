import type { receiveEvent } from '../conversations/store/messaging.ts';
import { noticesWantedBy, serviceWorker } from '../notifications/browser-notices.ts';
import { followLeader } from '../notifications/leader.ts';
import { createNotices } from '../notifications/notices.ts';
import type { ShowNotice } from '../service-worker/messages.ts';

/**
 * Shows notifications while no tab is visible: through the service worker, which knows all tabs and gets the clicks.
 */
export function startLiveNotices(hear: typeof receiveEvent): void {
  const notices = createNotices({
    wantedBy: noticesWantedBy,
    isHidden: () => document.visibilityState === 'hidden',
    async show(push) {
      (await serviceWorker())?.active?.postMessage({ type: 'show-notice', push } satisfies ShowNotice);
    },
    async close(tag) {
      for (const notice of (await (await serviceWorker())?.getNotifications({ tag })) ?? []) notice.close();
    },
  });
  // Without https a page has no locks, and no notifications either.
  if (navigator.locks) followLeader(navigator.locks, notices.lead);
  hear('message:new', notices.messageArrived);
  hear('conversation:read', notices.readMoved);
}
