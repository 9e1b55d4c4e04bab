import { useEffect, useRef, useState } from 'react';
import { newMessagesBetween } from './store/incoming-messages.ts';
import { messaging } from './store/messaging.ts';

/** How many texts stay in the live region: the next one must not remove a text that is not read out yet. */
const KEPT = 3;

/**
 * Reads out other people's messages while the panel is open: each once, from all conversations, but no loaded history.
 */
export function MessageAnnouncer() {
  const [news, setNews] = useState<{ n: number; text: string }[]>([]);
  const count = useRef(0);
  useEffect(
    () =>
      messaging.store.subscribe((now, before) => {
        const told = newMessagesBetween(before, now).map((text) => {
          count.current += 1;
          return { n: count.current, text };
        });
        if (told.length > 0) setNews((shown) => [...shown, ...told].slice(-KEPT));
      }),
    [],
  );
  return (
    <div className="sr" role="status" aria-label="New messages" aria-atomic="false">
      {news.map(({ n, text }) => (
        <p key={n}>{text}</p>
      ))}
    </div>
  );
}
