import type { Push } from '@selvedge/shared/notifications/push';

/** From a page to the service worker: show a notification, unless a page of this app is visible. */
export interface ShowNotice {
  type: 'show-notice';
  push: Push;
}

/** From the service worker to the page that it has brought to the front. */
export interface OpenPage {
  type: 'open-page';
  path: string;
}
