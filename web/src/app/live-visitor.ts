import { REPLAY_MS } from '@selvedge/shared/limits';
import type { LiveSource } from './live-source.ts';

/**
 * Over HTTP/1.1 a browser has six connections per site for all its tabs, so a hidden tab gives its own back after this
 * time.
 */
const HIDDEN_MS = 5_000;
/** Delay before the next try after the server refused the stream. */
const RETRY_MS = 60_000;

interface VisitorStream extends LiveSource {
  /** Listens while the page is visible, until `close`. Both may be called repeatedly. */
  open(): void;
  close(): void;
}

/** The live connection of a page without a sign-in: public events as server-sent events. */
export function createVisitorStream(): VisitorStream {
  const listeners: [event: string, hear: (event: MessageEvent<string>) => void][] = [];
  const onReturns: (() => void)[] = [];
  let stream: EventSource | null = null;
  let isOpen = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;

  function connect(): void {
    clearTimeout(timer);
    if (stream) return;
    // The server replays the events since this page was rendered, if it still has them.
    const age = Math.ceil(performance.now());
    let hasGap = !isFirst || age > REPLAY_MS;
    stream = new EventSource(hasGap ? '/api/live' : `/api/live?age=${age}`);
    stream.onopen = () => {
      if (hasGap) for (const listener of onReturns) listener();
      hasGap = true;
      isFirst = false;
    };
    stream.onerror = () => {
      // `EventSource` reconnects by itself, except after an answer that is no event stream.
      if (stream?.readyState !== EventSource.CLOSED) return;
      disconnect();
      timer = setTimeout(connect, RETRY_MS);
    };
    for (const [event, hear] of listeners) stream.addEventListener(event, hear);
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
    hear: (event, listener) => void listeners.push([event, ({ data }) => listener(JSON.parse(data))]),
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
