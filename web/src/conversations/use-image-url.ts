import { useEffect, useState } from 'react';
import { freshUrl } from './fresh-url.ts';
import { useMessaging } from './use-messaging.ts';

/** How long after nobody could tell the photo is tried again. */
const RETRY_MS = 5_000;

/**
 * The address of a message's photo, which dies after a few minutes. When it cannot be fetched, call `onFailed`: a
 * fresh one is asked for. Where none can be had now, the photo is tried again with the connection: `tries` is another
 * number then, and has to be the key of what shows it.
 */
export function useImageUrl(messageId: string | null, given: string | null) {
  const [url, setUrl] = useState(given);
  const [isLost, setLost] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [tries, setTries] = useState(0);
  const isOnline = useMessaging((s) => s.connection === 'online');
  useEffect(() => {
    setUrl(given);
    setLost(false);
    setWaiting(false);
  }, [given]);
  useEffect(() => {
    if (!isWaiting || !isOnline) return;
    const timer = setTimeout(() => {
      setWaiting(false);
      setTries((before) => before + 1);
    }, RETRY_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, isOnline]);

  const onFailed = async () => {
    const fresh = await freshUrl(messageId, url);
    if (fresh === 'lost') setLost(true);
    else if (fresh === 'unknown') setWaiting(true);
    else setUrl(fresh.url);
  };
  return { url, tries, isLost, onFailed: () => void onFailed() };
}
