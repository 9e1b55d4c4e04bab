import { useEffect, useRef, useState } from 'react';
import { messaging } from './messaging.ts';
import { newsBetween } from './news.ts';

/** So many stay in the region: what follows at once must not take away what is not read out yet. */
const KEPT = 3;

/** Reads out what others write while the panel is open: once, in whichever conversation, and none of what is loaded. */
export function NewsReader() {
  const [news, setNews] = useState<{ n: number; text: string }[]>([]);
  const count = useRef(0);
  useEffect(
    () =>
      messaging.store.subscribe((now, before) => {
        const told = newsBetween(before, now).map((text) => {
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
