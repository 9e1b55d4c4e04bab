import type { PushKey } from '@selvedge/shared/notifications';
import { api, apiSend } from '../lib/api.ts';
import { registerServiceWorker } from '../lib/trusted-worker.ts';

/** The storage key of the person whose notifications this browser shows. */
const WANTED_BY = 'selvedge-notices';
const SUBSCRIPTION = '/api/notifications/subscription';

export const hasNotices = (): boolean => 'Notification' in globalThis && 'serviceWorker' in navigator;

/** The id of the person who wants notifications in this browser and has permitted them, or null. */
export const noticesWantedBy = (): string | null =>
  hasNotices() && Notification.permission === 'granted' ? localStorage.getItem(WANTED_BY) : null;

let registered: Promise<ServiceWorkerRegistration | null> | null = null;

/** The service worker's registration, made by the first call; null where there can be none. */
export function serviceWorker(): Promise<ServiceWorkerRegistration | null> {
  const canBe = 'serviceWorker' in navigator && import.meta.env.PROD;
  registered ??= canBe ? registerServiceWorker('/sw.js').catch(() => null) : Promise.resolve(null);
  return registered;
}

const bytesOf = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );

const isFor = (subscription: PushSubscription, key: Uint8Array): boolean => {
  const held = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0));
  return held.length === key.length && held.every((byte, i) => byte === key[i]);
};

/** Subscribes this browser to pushes. @returns whether it worked: some browsers have no push service */
async function subscribe(): Promise<boolean> {
  const manager = (await serviceWorker())?.pushManager;
  if (!manager) return false;
  const key = bytesOf((await api<PushKey>('GET', '/api/notifications/key')).key);
  let subscription = await manager.getSubscription();
  if (subscription && !isFor(subscription, key)) {
    await subscription.unsubscribe();
    subscription = null;
  }
  // `subscribe` needs an active worker.
  await navigator.serviceWorker.ready;
  subscription ??= await manager
    .subscribe({ userVisibleOnly: true, applicationServerKey: key })
    .catch(() => null);
  if (!subscription) return false;
  await apiSend('PUT', SUBSCRIPTION, subscription.toJSON());
  return true;
}

async function unsubscribe(): Promise<PushSubscription | null> {
  const subscription = (await (await serviceWorker())?.pushManager?.getSubscription()) ?? null;
  await subscription?.unsubscribe();
  return subscription;
}

/** The outcome of turning notifications on. */
export type Switched = 'on' | 'open-tabs' | 'denied';

/** Asks for permission if necessary, and turns on this person's notifications here. Rejects with a `Problem`. */
export async function enableNotices(personId: string): Promise<Switched> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const isPushed = await subscribe();
  localStorage.setItem(WANTED_BY, personId);
  return isPushed ? 'on' : 'open-tabs';
}

/** Turns notifications off in this browser. Rejects with a `Problem`. */
export async function disableNotices(): Promise<void> {
  localStorage.removeItem(WANTED_BY);
  const subscription = await unsubscribe();
  if (subscription) await apiSend('DELETE', SUBSCRIPTION, { endpoint: subscription.endpoint });
}

/**
 * Somebody is signed in: registers the service worker, which makes the product work offline, and resumes their
 * notifications if they had turned them on here.
 */
export async function resumeNotices(personId: string): Promise<void> {
  await serviceWorker();
  const owner = hasNotices() ? localStorage.getItem(WANTED_BY) : null;
  // A new session needs the subscription as well; a failure is made up for by the next call.
  if (owner === personId && noticesWantedBy() === personId) await subscribe().catch(() => false);
  else if (owner !== null && owner !== personId) await forgetNotices();
}

/** They have signed out; the server drops this browser's subscription with their session. */
export async function forgetNotices(): Promise<void> {
  localStorage.removeItem(WANTED_BY);
  const shown = (await (await serviceWorker())?.getNotifications()) ?? [];
  for (const notice of shown) notice.close();
  await unsubscribe().catch(() => null);
}
