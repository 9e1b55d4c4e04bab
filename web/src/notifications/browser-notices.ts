import type { PushKey } from '@selvedge/shared/notifications/notifications';
import { api, apiSend } from '../lib/api.ts';
import { browserStorage, serviceWorkers } from '../lib/browser-storage.ts';
import { registerServiceWorker } from '../lib/trusted-worker.ts';

/** The storage key of the member whose notifications this browser shows. */
const OWNER_KEY = 'selvedge-notices';
const SUBSCRIPTION = '/api/notifications/subscription';

export function hasNotices(): boolean {
  return 'Notification' in globalThis && serviceWorkers() !== undefined;
}

/** The id of the member who has enabled notifications in this browser and granted permission, or null. */
export function noticesOwner(): string | null {
  return hasNotices() && Notification.permission === 'granted' ? browserStorage.getItem(OWNER_KEY) : null;
}

let registered: Promise<ServiceWorkerRegistration | null> | null = null;

/** The service worker's registration, created by the first call; null when it is not available. */
export function serviceWorker(): Promise<ServiceWorkerRegistration | null> {
  const workers = import.meta.env.PROD ? serviceWorkers() : undefined;
  registered ??= workers ? registerServiceWorker(workers, '/sw.js').catch(() => null) : Promise.resolve(null);
  return registered;
}

const bytesOf = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );

const isFor = (subscription: PushSubscription, key: Uint8Array): boolean => {
  const current = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0));
  return current.length === key.length && current.every((byte, i) => byte === key[i]);
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
  await serviceWorkers()?.ready;
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

/**
 * Requests permission if necessary, and turns on the member's notifications here. Rejects with a `Problem`.
 */
export async function enableNotices(personId: string): Promise<Switched> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const isPushed = await subscribe();
  browserStorage.setItem(OWNER_KEY, personId);
  return isPushed ? 'on' : 'open-tabs';
}

/** Turns notifications off in this browser. Rejects with a `Problem`. */
export async function disableNotices(): Promise<void> {
  browserStorage.removeItem(OWNER_KEY);
  const subscription = await unsubscribe();
  if (subscription) await apiSend('DELETE', SUBSCRIPTION, { endpoint: subscription.endpoint });
}

/**
 * Called after sign-in: registers the service worker, which makes the app work offline, and resumes the
 * member's notifications if they had turned them on here.
 */
export async function resumeNotices(personId: string): Promise<void> {
  await serviceWorker();
  const owner = hasNotices() ? browserStorage.getItem(OWNER_KEY) : null;
  // The server needs the subscription again for a new session; if sending it fails, the next call retries.
  if (owner === personId && noticesOwner() === personId) await subscribe().catch(() => false);
  else if (owner !== null && owner !== personId) await removeNotices();
}

/** Called after sign-out; the server drops this browser's subscription together with the session. */
export async function removeNotices(): Promise<void> {
  browserStorage.removeItem(OWNER_KEY);
  const shown = (await (await serviceWorker())?.getNotifications()) ?? [];
  for (const notice of shown) notice.close();
  await unsubscribe().catch(() => null);
}
