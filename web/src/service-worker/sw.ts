import { NOT_PAGES } from '@selvedge/shared/not-pages';
import type { Push } from '@selvedge/shared/push';
import type { OpenConversation, ShowNotice } from './messages.ts';
import type { Scope } from './scope.ts';

/** The files of the client that this worker came with; the build writes them in. */
declare const BUILD: { version: string; files: string[] };

const scope = self as unknown as Scope;
const PREFIX = 'selvedge-';
const CACHE = PREFIX + BUILD.version;
const FILES = new Set(BUILD.files);
/** The page that stands for all while the server cannot be reached: it holds nobody's data, as no page does. */
const SHELL = '/messages';
/** Files are no pages of the client either, though a browser may go there. */
const FILE = /\.\w+$/;

async function keepClient(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([...FILES, new Request(SHELL, { cache: 'reload' })]);
  // Pages of the client before go on: its files stay in its own cache.
  await scope.skipWaiting();
}

async function takeOver(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  // A page that is open may still need the files of the client before. They are named in the order of their making.
  for (const name of older.slice(0, -1)) await caches.delete(name);
  await scope.clients.claim();
}

/** Names of files change with their content: what is kept is what the server would send. */
const fileOf = async (request: Request): Promise<Response> => (await caches.match(request)) ?? fetch(request);

// Without navigation preload: that asks twice where this worker does not answer, and a way back from Discord works once.
async function pageOf(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const shell = await caches.match(SHELL, { cacheName: CACHE });
    if (!shell) throw error;
    return shell;
  }
}

const windows = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** One notification for each conversation, and none while somebody looks at the product: it tells them itself. */
async function show({ conversationId, title, body }: Push): Promise<void> {
  if ((await windows()).some(({ visibilityState }) => visibilityState === 'visible')) return;
  await scope.registration.showNotification(title, { body, tag: conversationId });
}

async function openConversation(conversationId: string): Promise<void> {
  const [open] = await windows();
  if (!open) {
    await scope.clients.openWindow(`/messages/${encodeURIComponent(conversationId)}`);
    return;
  }
  const shown = await open.focus();
  shown.postMessage({ type: 'open-conversation', conversationId } satisfies OpenConversation);
}

scope.addEventListener('install', (event) => event.waitUntil(keepClient()));
scope.addEventListener('activate', (event) => event.waitUntil(takeOver()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (FILES.has(pathname) || pathname.startsWith('/assets/')) event.respondWith(fileOf(request));
  else if (request.mode === 'navigate' && !NOT_PAGES.test(pathname) && !FILE.test(pathname)) {
    event.respondWith(pageOf(request));
  }
});
// Only the server can make what a browser takes for a push, and only our own pages can write here.
scope.addEventListener('push', (event) => event.waitUntil(show(event.data?.json() as Push)));
scope.addEventListener('message', (event) => {
  const { type, push } = event.data as ShowNotice;
  if (type === 'show-notice') event.waitUntil(show(push));
});
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openConversation(event.notification.tag));
});
