import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { serviceWorkers } from '../lib/browser-storage.ts';
import type { OpenPage } from '../service-worker/messages.ts';

/** Opens the page of a clicked notification. */
export function useNoticeClicks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent<OpenPage>) => {
      if (data.type === 'open-page') void navigate(data.path);
    };
    const workers = serviceWorkers();
    workers?.addEventListener('message', onMessage);
    return () => workers?.removeEventListener('message', onMessage);
  }, [navigate]);
}
