import { createPath, type Location, NavigationType, type Navigator } from 'react-router-dom';
import { isDocumentLeft } from './document-left.ts';

// The browser's history, shared by the router and the layers over the page (dialogs, sheets, photos). A page has one
// entry. Each open layer has another one above it, with the same URL, so Back closes the topmost layer. The router sees
// the pages' entries only. A layer that closes by itself goes back over its entry.

/** The state of an entry. `index.html` reads the key. */
interface EntryState {
  /** The router state. */
  usr: unknown;
  key: string;
  /** Counts the pages; the layers of a page share its index. */
  idx: number;
  layers?: number;
}

interface ShownPage {
  location: Location;
  action: NavigationType;
}

interface Layer {
  close: () => void;
}

/** An entry that the browser made for a link to a fragment has no state. */
const stateHere = () => (history.state ?? {}) as Partial<EntryState>;
const layersHere = () => stateHere().layers ?? 0;

function locationHere(): Location {
  const { pathname, search, hash } = window.location;
  const { usr = null, key = 'default' } = stateHere();
  return { pathname, search, hash, state: usr, key };
}

if (stateHere().idx === undefined) history.replaceState({ ...history.state, idx: 0 }, '');
let page = locationHere();
/** The page's index, and that of the entry the browser is at. They differ while a new page waits for its entry. */
let index = stateHere().idx ?? 0;
let entryIndex = index;
/** The open layers, topmost last. */
let layers: readonly Layer[] = [];
/** Whether the browser is on its way to another entry because this module asked for it. */
let isMoving = false;
/**
 * Whether the browser is on its way to an entry that the router asked for: until it arrives, a second press on a button that
 * goes back asks for no more.
 */
let isGoing = false;
/** When to give up waiting: no event says that there is no such entry. */
const GOING_MS = 500;
const endGoing = () => {
  isGoing = false;
};
let show: (shown: ShownPage) => void = () => undefined;

function write(method: 'pushState' | 'replaceState', layerCount: number): void {
  const { state: usr, key } = page;
  const state: EntryState = { usr, key, idx: index, ...(layerCount > 0 && { layers: layerCount }) };
  history[method](state, '', createPath(page));
  entryIndex = index;
}

function move(delta: number): void {
  isMoving = true;
  history.go(delta);
}

/** Leaves the entries of closed layers, and writes the entry of a new or replaced page. */
function settlePage(): void {
  if (isMoving || isDocumentLeft()) return;
  const isNew = index !== entryIndex;
  const excess = layersHere() - (isNew ? 0 : layers.length);
  if (excess > 0) move(-excess);
  else if (isNew) write('pushState', 0);
  // The router replaced the page while layers were open.
  else if (layersHere() === 0 && stateHere().key !== page.key) write('replaceState', 0);
}

/** Also gives open layers their entries. */
function settle(): void {
  settlePage();
  if (isMoving || isDocumentLeft()) return;
  for (let count = layersHere() + 1; count <= layers.length; count += 1) write('pushState', count);
}

const closeAbove = (count: number): void => {
  for (const layer of layers.slice(count).reverse()) layer.close();
};

/** Back or Forward has reached another page. */
function pageReached(idx: number | undefined): void {
  page = locationHere();
  index = idx ?? entryIndex + 1;
  if (idx === undefined) write('replaceState', 0);
  entryIndex = index;
  closeAbove(0);
  show({ location: page, action: NavigationType.Pop });
  settlePage();
}

function onPop(): void {
  const wasMoving = isMoving;
  isMoving = false;
  endGoing();
  const { idx } = stateHere();
  if (idx !== entryIndex) pageReached(idx);
  else {
    if (!wasMoving) closeAbove(layersHere());
    // A layer still open over a new page gets its entry once the router has rendered the page (`useLayer`).
    if (wasMoving && index === entryIndex) settle();
    else settlePage();
  }
}

/** @param asked 1 for a new entry, 0 to replace the current one */
function go(to: Parameters<Navigator['push']>[0], state: unknown, asked: 0 | 1): void {
  const key = Math.random().toString(36).slice(2, 10);
  const { pathname, search, hash } = new URL(typeof to === 'string' ? to : createPath(to), location.href);
  // A second press on what leads to a page makes no second entry of it, where Back would seem to do nothing.
  const step = createPath(page) === pathname + search + hash ? 0 : asked;
  page = { pathname, search, hash, state: state ?? null, key };
  if (step === 0 && index === entryIndex) write('replaceState', layersHere());
  index = Math.max(index, entryIndex + step);
  settlePage();
  show({ location: page, action: step === 1 ? NavigationType.Push : NavigationType.Replace });
}

export const pageNavigator: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
  push: (to, state) => go(to, state, 1),
  replace: (to, state) => go(to, state, 0),
  go(delta) {
    if (isGoing) return;
    isGoing = true;
    setTimeout(endGoing, GOING_MS);
    move(delta - layersHere());
  },
};

export function shownPage(): ShownPage {
  return { location: page, action: NavigationType.Pop };
}

/** Calls back with each page to render. */
export function followPages(onPage: typeof show): () => void {
  show = onPage;
  addEventListener('popstate', onPop);
  // After a reload nothing may be open any more.
  settle();
  return () => removeEventListener('popstate', onPop);
}

/** Called after each render of the page with open layers. */
export function layersRendered(): void {
  queueMicrotask(settle);
}

/** @param close called when Back leaves the layer's entry @returns called once the layer has closed */
export function openLayer(close: () => void): () => void {
  const layer = { close };
  layers = [...layers, layer];
  layersRendered();
  return () => {
    layers = layers.filter((other) => other !== layer);
    // One that opens in the same render, such as the answer to a form, takes over its entry.
    layersRendered();
  };
}
