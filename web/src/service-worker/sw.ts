import type { Push } from '@selvedge/shared/notifications/push';
import { NOT_PAGES } from '@selvedge/shared/platform/not-pages';
import { SHELL_VERSION } from '@selvedge/shared/platform/shell-version';
import type { OpenPage, ShowNotice } from './messages.ts';
import type { FetchEvent, Scope } from './scope.ts';

/** Version and files of the client that this worker belongs to; the build inserts them. */
declare const BUILD: { version: string; files: string[] };

const scope = self as unknown as Scope;
const PREFIX = 'selvedge-';
const CACHE = PREFIX + BUILD.version;
const FILES = new Set(BUILD.files);
/** Replaces any page while the server is unreachable; like every page, it contains no one's data. */
const SHELL = '/messages';
/** How the address of a logo of the instance begins. */
const LOGO = '/media/instance/logo-';
/** Leads to the icon of the instance. */
const ICON = '/icons/notification.png';
/** Paths of files, which are not pages of the client even if a browser navigates to them. */
const FILE = /\.\w+$/;

async function cacheClient(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([...FILES, new Request(SHELL, { cache: 'reload' })]);
  // Open pages of the previous client keep working: its files stay in their own cache.
  await scope.skipWaiting();
}

async function takeOver(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  // Keeps the previous client's cache, which open pages may still need. Caches are listed in creation order.
  for (const name of older.slice(0, -1)) await caches.delete(name);
  await scope.clients.claim();
}

/** File names contain a hash of their content, so a cached file equals the server's. */
const fileOf = async (request: Request): Promise<Response> => (await caches.match(request)) ?? fetch(request);

/** A logo, also for the shell. It is cached when a page shows it; its address changes with its content. */
async function logoOf(request: Request): Promise<Response> {
  const cached = await caches.match(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok && !response.redirected) await (await caches.open(CACHE)).put(request, response.clone());
  return response;
}

/**
 * Replaces the shell once a page shows that the instance has changed, such as its name. Not after an upgrade of the
 * client: the shell would need files that this worker does not have, and the next worker brings its own.
 */
async function updateShell(page: Response): Promise<void> {
  const cache = await caches.open(CACHE);
  const cached = (await cache.match(SHELL))?.headers.get(SHELL_VERSION);
  const current = page.headers.get(SHELL_VERSION);
  if (!current || current === cached || current.split('.')[0] !== cached?.split('.')[0]) return;
  await cache.add(new Request(SHELL, { cache: 'reload' }));
}

// No navigation preload: it would send a second request for navigations that this worker does not handle, and
// the return from Discord works only once.
async function pageOf(event: FetchEvent): Promise<Response> {
  try {
    const page = await fetch(event.request);
    event.waitUntil(updateShell(page));
    return page;
  } catch (error) {
    const shell = await caches.match(SHELL, { cacheName: CACHE });
    if (!shell) throw error;
    return shell;
  }
}

const windows = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

/**
 * Shows one notification per conversation or other page, and none while a page is visible: the page shows the messages
 * itself.
 */
async function show(push: Push): Promise<void> {
  if ((await windows()).some(({ visibilityState }) => visibilityState === 'visible')) return;
  const tag = 'path' in push ? push.path : push.conversationId;
  await scope.registration.showNotification(push.title, { body: push.body, tag, icon: ICON });
}

/** @param tag the path of a page, or the id of a conversation */
async function openPage(tag: string): Promise<void> {
  const path = tag.startsWith('/') ? tag : `/messages/${encodeURIComponent(tag)}`;
  const [open] = await windows();
  if (!open) {
    await scope.clients.openWindow(path);
    return;
  }
  const shown = await open.focus();
  shown.postMessage({ type: 'open-page', path } satisfies OpenPage);
}

scope.addEventListener('install', (event) => event.waitUntil(cacheClient()));
scope.addEventListener('activate', (event) => event.waitUntil(takeOver()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (FILES.has(pathname) || pathname.startsWith('/assets/')) event.respondWith(fileOf(request));
  else if (pathname.startsWith(LOGO)) event.respondWith(logoOf(request));
  else if (request.mode === 'navigate' && !NOT_PAGES.test(pathname) && !FILE.test(pathname)) {
    event.respondWith(pageOf(event));
  }
});
// Pushes come from the server only, and messages from our own pages only, so the casts are safe.
scope.addEventListener('push', (event) => event.waitUntil(show(event.data?.json() as Push)));
scope.addEventListener('message', (event) => {
  const { type, push } = event.data as ShowNotice;
  if (type === 'show-notice') event.waitUntil(show(push));
});
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.tag));
});
