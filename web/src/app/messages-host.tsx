import { Suspense, useCallback, useEffect } from 'react';
import { type Location, matchPath, useLocation, useNavigate } from 'react-router-dom';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import { loginPath } from '../lib/session/next-path.ts';
import type { MessagesLocation } from '../lib/session/open-messages.ts';
import { useSession } from '../lib/session/use-session.ts';
import { DialogLoading } from '../ui/dialog-loading.tsx';

export function loadMessages() {
  return import('../conversations/messages-dialog.tsx');
}
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
  const { background, depth, isFromList, target, initialText } = state;
  const id = match?.params.id ?? null;

  useEffect(() => {
    if (match && status === 'signed-out') void navigate(loginPath(location.pathname), { replace: true });
  }, [match, status, navigate, location.pathname]);

  // Buttons go back like the browser's Back, so they leave no entries behind.
  const close = useCallback(() => {
    if (depth) return void navigate(-depth);
    const { pathname, search } = background ?? { pathname: '/', search: '' };
    void navigate(pathname + search, { replace: true, state: background?.state });
  }, [navigate, background, depth]);
  const choose = useCallback(
    (next: string | null) => {
      if (!next && isFromList) return void navigate(-1);
      // Without a list below, the list takes the place of the conversation.
      const replace = next === null;
      const above: MessagesLocation = {
        ...(background && { background }),
        ...(depth && { depth: replace ? depth : depth + 1 }),
        isFromList: next !== null && id === null,
      };
      void navigate(next ? `/messages/${next}` : '/messages', { replace, state: above });
    },
    [navigate, background, depth, id, isFromList],
  );
  // Replaces the item's history entry: otherwise Back would land on it and redirect to the conversation
  // again.
  const find = useCallback(
    (found: string) => {
      const { target: _, initialText: __, ...rest } = state;
      void navigate(`/messages/${found}`, { replace: true, state: rest });
    },
    [navigate, state],
  );

  if (!match || status !== 'signed-in') return null;
  return (
    <Suspense fallback={<DialogLoading onClose={null} isWide />}>
      <MessagesDialog
        conversationId={id}
        target={target ?? null}
        initialText={initialText}
        onChoose={choose}
        onFound={find}
        onClose={close}
      />
    </Suspense>
  );
}
