import { useEffect, useState } from 'react';
import { api } from '../lib/api.ts';

/**
 * The address of a message's photo, which dies after a few minutes. When it cannot be fetched, call `onFailed`: a
 * fresh one is asked for. The same one again means that it is not for its age, and that the photo is lost.
 */
export function useImageUrl(messageId: string | null, given: string | null) {
  const [url, setUrl] = useState(given);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    setUrl(given);
    setLost(false);
  }, [given]);

  const onFailed = async () => {
    const fresh = await api<{ url: string }>('GET', `/api/messages/${messageId}/image`).catch(() => null);
    if (!fresh || fresh.url === url) setLost(true);
    else setUrl(fresh.url);
  };
  return { url, isLost, onFailed: () => void onFailed() };
}
