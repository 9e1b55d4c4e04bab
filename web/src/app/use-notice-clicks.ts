import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { OpenPage } from '../service-worker/messages.ts';

/** Opens the page of a clicked notification. */
export function useNoticeClicks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent<OpenPage>) => {
      if (data.type === 'open-page') void navigate(data.path);
    };
    navigator.serviceWorker?.addEventListener('message', onMessage);
    return () => navigator.serviceWorker?.removeEventListener('message', onMessage);
  }, [navigate]);
}
