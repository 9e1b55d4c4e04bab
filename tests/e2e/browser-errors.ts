import type { BrowserContext, Page } from 'playwright/test';
import { createTap } from '../support/contract/traffic.ts';

/** Unexpected errors in any watched browser since the last check; each test ends with a check. */
export const browserErrors: string[] = [];

/**
 * Messages of the browser itself: failed requests while the server is down, or no push in a private window.
 */
const BROWSER_MESSAGES = /ERR_|Failed to load resource|WebSocket|Push API in incognito/;

/** Checks the packets of the page's live connections against the contract. */
function tapPage(page: Page): void {
  page.on('websocket', (socket) => {
    const tap = createTap((violation) => browserErrors.push(violation));
    // A transport message is a 4 and a packet.
    socket.on('framesent', ({ payload }) => tap.sent(String(payload).slice(1)));
    socket.on('framereceived', ({ payload }) => tap.received(String(payload).slice(1)));
  });
}

/**
 * Collects from all pages of a browser: console errors, page errors, and violations of the content policy and
 * the contract.
 */
export function watchErrors<T extends BrowserContext>(context: T): T {
  for (const page of context.pages()) tapPage(page);
  context.on('page', tapPage);
  context.on('console', (message) => {
    if (message.type() === 'error' && !BROWSER_MESSAGES.test(message.text()))
      browserErrors.push(message.text());
  });
  context.on('weberror', (error) => browserErrors.push(String(error.error())));
  return context;
}
