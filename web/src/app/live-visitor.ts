import { REPLAY_MS } from '@selvedge/shared/platform/limits';
import type { LiveSource } from './live-source.ts';

/**
 * Over HTTP/1.1 a browser has six connections per site for all its tabs; a hidden tab closes its connection
 * after this delay.
 */
const HIDDEN_MS = 5_000;
/** Delay before the next attempt after the server refused the stream. */
const RETRY_MS = 60_000;

interface VisitorStream extends LiveSource {
  /** Connects while the page is visible, until `close`. Both can be called repeatedly. */
  open(): void;
  close(): void;
}

/** A signed-out page's live connection: public events as server-sent events. */
export function createVisitorStream(): VisitorStream {
  const listeners: [event: string, listener: (event: MessageEvent<string>) => void][] = [];
  const onReturns: (() => void)[] = [];
  let stream: EventSource | null = null;
  let isOpen = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;

  function connect(): void {
    clearTimeout(timer);
    if (stream) return;
    // The server replays the events since this page was rendered, as far back as it stores them.
    const age = Math.ceil(performance.now());
    let hasGap = !isFirst || age > REPLAY_MS;
    stream = new EventSource(hasGap ? '/api/live' : `/api/live?age=${age}`);
    stream.onopen = () => {
      if (hasGap) for (const listener of onReturns) listener();
      hasGap = true;
      isFirst = false;
    };
    stream.onerror = () => {
      // `EventSource` reconnects automatically, except after a response that is not an event stream.
      if (stream?.readyState !== EventSource.CLOSED) return;
      disconnect();
      timer = setTimeout(connect, RETRY_MS);
    };
    for (const [event, listener] of listeners) stream.addEventListener(event, listener);
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
    on: (event, listener) => void listeners.push([event, ({ data }) => listener(JSON.parse(data))]),
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
