import type { BrowserContext, Page } from 'playwright/test';
import { createTap } from '../support/contract/traffic.ts';

/** What went wrong unseen in any watched browser since it was looked at last; each test ends by looking. */
export const complaints: string[] = [];

/** Told by the browser itself: that a request fails while the server is down, that a private window gets no pushes. */
const BROWSERS_OWN = /ERR_|Failed to load resource|WebSocket|Push API in incognito/;

/** What passes on the page's live connections is held against the contract. */
function tapPage(page: Page): void {
  page.on('websocket', (socket) => {
    const tap = createTap((violation) => complaints.push(violation));
    // A message of the transport begins with a 4; the packet follows.
    socket.on('framesent', ({ payload }) => tap.sent(String(payload).slice(1)));
    socket.on('framereceived', ({ payload }) => tap.received(String(payload).slice(1)));
  });
}

/** Gathers from all pages of a browser: console errors, page errors, and violations of the content policy and the contract. */
export function watch<T extends BrowserContext>(context: T): T {
  for (const page of context.pages()) tapPage(page);
  context.on('page', tapPage);
  context.on('console', (message) => {
    if (message.type() === 'error' && !BROWSERS_OWN.test(message.text())) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  return context;
}
