import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { OpenConversation } from '../service-worker/messages.ts';

/** Opens the conversation of a clicked notification. */
export function useNoticeClicks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent<OpenConversation>) => {
      if (data.type === 'open-conversation') void navigate(`/messages/${data.conversationId}`);
    };
    navigator.serviceWorker?.addEventListener('message', onMessage);
    return () => navigator.serviceWorker?.removeEventListener('message', onMessage);
  }, [navigate]);
}
