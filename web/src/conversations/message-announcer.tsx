import { useEffect, useRef, useState } from 'react';
import { endedOffersBetween, newMessagesBetween } from './store/inbox/announcements.ts';
import { messaging } from './store/messaging.ts';

/** How many texts stay in the live region: a new one must not remove one that has not been read out yet. */
const SHOWN_MAX = 3;

/**
 * Announces other members' new messages, and ended offers, to screen readers while the panel is open: each
 * once, but no loaded history.
 */
export function MessageAnnouncer() {
  const [texts, setTexts] = useState<{ n: number; text: string }[]>([]);
  const count = useRef(0);
  useEffect(
    () =>
      messaging.store.subscribe((now, before) => {
        const announced = [...newMessagesBetween(before, now), ...endedOffersBetween(before, now)];
        const added = announced.map((text) => {
          count.current += 1;
          return { n: count.current, text };
        });
        if (added.length > 0) setTexts((shown) => [...shown, ...added].slice(-SHOWN_MAX));
      }),
    [],
  );
  return (
    <div className="sr" role="status" aria-label="New messages" aria-atomic="false">
      {texts.map(({ n, text }) => (
        <p key={n}>{text}</p>
      ))}
    </div>
  );
}
