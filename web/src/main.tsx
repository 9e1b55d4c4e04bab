import './ui/base.css';
import './items/listings/card.css';
import './items/listings/filters.css';
import './app/first-paint.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { preloadPage } from './app/pages.tsx';
import { browserStorage } from './lib/browser-storage.ts';
import { surviveTranslation } from './lib/translated-page.ts';
import { guardDoublePresses } from './ui/double-press.ts';
import { ignoreInputMethodKeys } from './ui/input-method.ts';
import { preloadToaster } from './ui/toast.ts';

surviveTranslation();
guardDoublePresses();
ignoreInputMethodKeys();

/** How often to look whether a press has ended, in milliseconds. */
const PRESS_CHECK_MS = 30;

/** Waits while something that the server drew is pressed: taking its place would lose the press. */
async function pressesEnded(): Promise<void> {
  while (document.querySelector('.first a:active')) {
    await new Promise((resolve) => setTimeout(resolve, PRESS_CHECK_MS));
  }
}

/** Lets the browser paint and handle input between the startup steps, each of which takes long on a phone. */
const yieldToBrowser = () => new Promise((resolve) => setTimeout(resolve));

// Not awaited at the top level: the page chunks import this one and would wait for it forever.
async function start(): Promise<void> {
  await Promise.all([preloadPage(location.pathname), yieldToBrowser()]);
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  await pressesEnded();
  startTransition(() => createRoot(root).render(<App />));
}
void start();
if (!browserStorage.isKept()) void import('./app/stay-in-tab.ts').then(({ stayInTab }) => stayInTab());
preloadToaster();

// Tooltips of icon buttons, loaded on the first pointer move or focus.
const near = new AbortController();
for (const event of ['pointermove', 'focusin']) {
  document.addEventListener(
    event,
    () => {
      near.abort();
      void import('./ui/tooltip.ts').catch(() => undefined);
    },
    { signal: near.signal },
  );
}
