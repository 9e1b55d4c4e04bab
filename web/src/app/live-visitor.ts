import { REPLAY_MS } from '@selvedge/shared/limits';
import type { LiveSource } from './live-source.ts';

/** Over HTTP/1.1 a browser keeps six connections to a site for all its tabs: one that nobody looks at gives its own back. */
const HIDDEN_MS = 5_000;
/** How long after the server refused it is asked again. */
const RETRY_MS = 60_000;

interface VisitorStream extends LiveSource {
  /** Listens, while the page is in view, until `close`. Both may be called again and again. */
  open(): void;
  close(): void;
}

/** The live connection of a page without a sign-in: what everybody may read, as server-sent events. */
export function createVisitorStream(): VisitorStream {
  const listeners: [fact: string, hear: (event: MessageEvent<string>) => void][] = [];
  const onReturns: (() => void)[] = [];
  let stream: EventSource | null = null;
  let isOpen = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;

  function connect(): void {
    clearTimeout(timer);
    if (stream) return;
    // The server begins with what it told since this page was asked for, if it still has that.
    const age = Math.ceil(performance.now());
    let hasGap = !isFirst || age > REPLAY_MS;
    stream = new EventSource(hasGap ? '/api/live' : `/api/live?age=${age}`);
    stream.onopen = () => {
      if (hasGap) for (const listener of onReturns) listener();
      hasGap = true;
      isFirst = false;
    };
    stream.onerror = () => {
      // It comes back by itself but after an answer that is no stream.
      if (stream?.readyState !== EventSource.CLOSED) return;
      disconnect();
      timer = setTimeout(connect, RETRY_MS);
    };
    for (const [fact, hear] of listeners) stream.addEventListener(fact, hear);
  }

  function disconnect(): void {
    clearTimeout(timer);
    stream?.close();
    stream = null;
  }

  function onVisibility(): void {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') connect();
    else timer = setTimeout(disconnect, HIDDEN_MS);
  }

  return {
    hear: (fact, listener) => void listeners.push([fact, ({ data }) => listener(JSON.parse(data))]),
    onReturn: (listener) => void onReturns.push(listener),
    open() {
      if (isOpen) return;
      isOpen = true;
      document.addEventListener('visibilitychange', onVisibility);
      onVisibility();
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      document.removeEventListener('visibilitychange', onVisibility);
      disconnect();
    },
  };
}
