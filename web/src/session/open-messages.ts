import { useCallback, useEffect } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import type { NewTarget } from '../lib/new-target.ts';
import { loginPath } from './next-path.ts';
import { useSession } from './use-session.ts';

/** The router state of the messages: the page below, and the item to write about. */
export interface MessagesLocation {
  background?: Location;
  target?: NewTarget;
  /** The text that the message begins with. */
  initialText?: string;
}

/** On a page about an item, asks for the composer: for people who signed in to write. */
const COMPOSE = 'compose';

/** The address of an item's page that opens the composer about the item. */
export function composePath(path: string, search = ''): string {
  const params = new URLSearchParams(search);
  params.set(COMPOSE, '1');
  return `${path}?${params}`;
}

/** Opens the messages over the current page; signed-out visitors sign in first, and then find the composer open. */
export function useOpenMessages(): (target?: NewTarget, initialText?: string) => void {
  const navigate = useNavigate();
  const location = useLocation();
  const { status } = useSession();
  return useCallback(
    (target, initialText) => {
      const { pathname, search } = location;
      if (status === 'signed-out') {
        void navigate(loginPath(target ? composePath(pathname, search) : pathname + search));
        return;
      }
      const state: MessagesLocation = {
        background: location,
        ...(target && { target }),
        ...(initialText && { initialText }),
      };
      void navigate('/messages', { state });
    },
    [navigate, location, status],
  );
}

/** Opens the composer on a page whose address asks for it. @param target null when the viewer cannot write about the item */
export function useComposeOnArrival(target: NewTarget | null): void {
  const navigate = useNavigate();
  const location = useLocation();
  const { status } = useSession();
  useEffect(() => {
    const params = new URLSearchParams(location.search);
    if (!params.has(COMPOSE) || status !== 'signed-in') return;
    params.delete(COMPOSE);
    const background = { ...location, search: params.size > 0 ? `?${params}` : '' };
    const state: MessagesLocation = { background, ...(target && { target }) };
    // Replaced: Back leaves the page instead of asking again.
    void navigate(target ? '/messages' : background, { replace: true, ...(target && { state }) });
  }, [navigate, location, status, target]);
}
