import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let page: typeof import('../../../web/src/ui/tab-title.ts');
beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal('document', { title: 'Selvedge: from the server' });
  page = await import('../../../web/src/ui/tab-title.ts');
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('the number of unread conversations precedes the page title', () => {
  page.setTabCount(2);
  expect(document.title).toBe('(2) Selvedge: from the server');
  page.setTabTitle('About · Selvedge');
  expect(document.title).toBe('(2) About · Selvedge');
  page.setTabCount(0);
  expect(document.title).toBe('About · Selvedge');
});

test('without unread conversations, the page keeps its title', () => {
  page.setTabCount(0);
  expect(document.title).toBe('Selvedge: from the server');
});
