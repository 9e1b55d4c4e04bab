import './ui/base.css';
import './listings/card.css';
import './listings/filters.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';

/** Lets the browser paint and answer in between: on a phone each part of the start is long enough. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

await import('./ui/theme/system.ts');
await breathe();
const { App } = await import('./app/app.tsx');
await breathe();
const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');
startTransition(() => createRoot(root).render(<App />));
