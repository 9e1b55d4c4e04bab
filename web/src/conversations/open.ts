import { useCallback } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import { loginPath } from '../identity/next-path.ts';
import { useSession } from '../identity/use-session.ts';
import type { NewTarget } from './state.ts';

/** The router state of the messages: the page below, and the item to write about. */
export interface MessagesLocation {
  background?: Location;
  target?: NewTarget;
  /** The text that the message begins with. */
  words?: string;
}

/** Opens the messages over the current page; signed-out visitors sign in first. */
export function useOpenMessages(): (target?: NewTarget, words?: string) => void {
  const navigate = useNavigate();
  const location = useLocation();
  const { status } = useSession();
  return useCallback(
    (target, words) => {
      if (status === 'signed-out') {
        void navigate(loginPath(location.pathname + location.search));
        return;
      }
      const state: MessagesLocation = {
        background: location,
        ...(target && { target }),
        ...(words && { words }),
      };
      void navigate('/messages', { state });
    },
    [navigate, location, status],
  );
}
