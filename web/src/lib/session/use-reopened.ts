import { useEffect, useEffectEvent } from 'react';
import { takeOpenDraft } from '../draft.ts';
import { useUser } from './use-session.ts';

/**
 * Reopens a form that was open when the session ended, once its owner has signed in again.
 * @param of what the draft is for, such as `listing:new`
 */
export function useReopened(of: string, open: () => void): void {
  const userId = useUser()?.id;
  const reopen = useEffectEvent(open);
  useEffect(() => {
    if (userId && takeOpenDraft(userId, of)) reopen();
  }, [userId, of]);
}
