import './ui/base.css';
import './listings/card.css';
import './listings/filters.css';
import './app/first-paint.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { preloadPage } from './app/pages.tsx';

/** Lets the browser paint and answer in between: on a phone each part of the start is long enough. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

// Not awaited by the module itself: the page's own files wait for the one that this stands in.
async function start(): Promise<void> {
  await Promise.all([preloadPage(location.pathname), breathe()]);
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  startTransition(() => createRoot(root).render(<App />));
}
void start();

// Names of buttons without words are shown to whoever comes near one; nothing of it comes with the page.
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
