import { useCallback, useEffect } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import type { NewTarget } from '../new-target.ts';
import { loginPath } from './next-path.ts';
import { useSession } from './use-session.ts';

/** The router state of the messages panel: the page below it, and the item to write about. */
export interface MessagesLocation {
  background?: Location;
  /** How many entries above that page's entry this one is; missing if that page has none. */
  depth?: number;
  /** Whether the entry below is the list of conversations. */
  isFromList?: boolean;
  target?: NewTarget;
  /** The initial text of the message. */
  initialText?: string;
}

/** The query parameter that opens the composer on an item's page, for visitors who signed in to write. */
const COMPOSE = 'compose';

/** The path of an item's page that opens the composer for the item. */
export function composePath(path: string, search = ''): string {
  const params = new URLSearchParams(search);
  params.set(COMPOSE, '1');
  return `${path}?${params}`;
}

/**
 * Opens the messages over the current page; signed-out visitors sign in first, then find the composer open.
 */
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
        depth: 1,
        ...(target && { target }),
        ...(initialText && { initialText }),
      };
      void navigate('/messages', { state });
    },
    [navigate, location, status],
  );
}

/** Opens the composer if the URL says so. @param target null when the viewer cannot write about the item */
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
    // Replaces the entry, so that Back leaves the page instead of opening the composer again.
    void navigate(target ? '/messages' : background, { replace: true, ...(target && { state }) });
  }, [navigate, location, status, target]);
}
