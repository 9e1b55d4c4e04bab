import { useEffect, useState } from 'react';
import { useMessaging } from '../use-messaging.ts';
import { freshUrl } from './fresh-url.ts';

/** Delay before retrying a photo whose state is unknown. */
const RETRY_MS = 5_000;

/**
 * The URL of a message's photo, which expires after a few minutes. Call `onFailed` when it cannot be fetched,
 * to request a fresh URL. If there is none now, the photo is retried once the connection is back: `attempt`
 * then changes, and has to be part of the `key` of the element that shows the photo.
 */
export function useImageUrl(messageId: string | null, initialUrl: string | null) {
  const [url, setUrl] = useState(initialUrl);
  const [isLost, setLost] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isOnline = useMessaging((s) => s.connection === 'online');
  useEffect(() => {
    setUrl(initialUrl);
    setLost(false);
    setWaiting(false);
  }, [initialUrl]);
  useEffect(() => {
    if (!isWaiting || !isOnline) return;
    const timer = setTimeout(() => {
      setWaiting(false);
      setAttempt((before) => before + 1);
    }, RETRY_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, isOnline]);

  const onFailed = async () => {
    const fresh = await freshUrl(messageId, url);
    if (fresh === 'lost') setLost(true);
    else if (fresh === 'unknown') setWaiting(true);
    else setUrl(fresh.url);
  };
  return { url, attempt, isLost, onFailed: () => void onFailed() };
}
