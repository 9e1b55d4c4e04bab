import { Suspense, useCallback, useEffect } from 'react';
import { type Location, matchPath, useLocation, useNavigate } from 'react-router-dom';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import { loginPath } from '../session/next-path.ts';
import type { MessagesLocation } from '../session/open-messages.ts';
import { useSession } from '../session/use-session.ts';
import { DialogLoading } from '../ui/dialog-loading.tsx';

export const loadMessages = () => import('../conversations/messages-dialog.tsx');
const MessagesDialog = lazyChunk(loadMessages);

const isMessages = ({ pathname }: { pathname: string }) =>
  matchPath('/messages', pathname) ?? matchPath('/messages/:id', pathname);

/** The page to render: below the messages panel, the page it was opened from, or home. */
export function useBackground(location: Location): Location {
  if (!isMessages(location)) return location;
  const { background } = (location.state as MessagesLocation | null) ?? {};
  return background ?? { ...location, pathname: '/', search: '' };
}

/** The messages panel over that page, while the URL is one of messages. */
export function MessagesHost() {
  const location = useLocation();
  const navigate = useNavigate();
  const { status } = useSession();
  const match = isMessages(location);
  const state = (location.state as MessagesLocation | null) ?? {};
  const { background, target, initialText } = state;

  useEffect(() => {
    if (match && status === 'signed-out') void navigate(loginPath(location.pathname), { replace: true });
  }, [match, status, navigate, location.pathname]);

  const close = useCallback(() => {
    const { pathname, search } = background ?? { pathname: '/', search: '' };
    void navigate(pathname + search, { state: background?.state });
  }, [navigate, background]);
  const choose = useCallback(
    (id: string | null, options?: { replace: true }) => {
      const next: MessagesLocation = background ? { background } : {};
      void navigate(id ? `/messages/${id}` : '/messages', { ...options, state: next });
    },
    [navigate, background],
  );
  // Replaces the item's history entry: otherwise Back would land on it and redirect to the conversation
  // again.
  const find = useCallback((id: string) => choose(id, { replace: true }), [choose]);

  if (!match || status !== 'signed-in') return null;
  return (
    <Suspense fallback={<DialogLoading isWide />}>
      <MessagesDialog
        conversationId={match.params.id ?? null}
        target={target ?? null}
        initialText={initialText}
        onChoose={choose}
        onFound={find}
        onClose={close}
      />
    </Suspense>
  );
}
