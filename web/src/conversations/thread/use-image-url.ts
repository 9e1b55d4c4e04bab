import { useEffect, useState } from 'react';
import { useMessaging } from '../use-messaging.ts';
import { freshUrl } from './fresh-url.ts';

/** Delay before a photo is tried again whose state was unknown. */
const RETRY_MS = 5_000;

/**
 * The address of a message's photo, which expires after a few minutes. Call `onFailed` when it cannot be fetched: a
 * fresh address is asked for. When none can be had now, the photo is tried again once the connection is back: `tries`
 * then changes, and has to be part of the `key` of what shows the photo.
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
