import { Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import { useUser } from '../lib/session/use-session.ts';
import { usernameQuestion } from '../lib/session/username-question.ts';
import { DialogLoading } from '../ui/dialog-loading.tsx';

const UsernameDialog = lazyChunk(() => import('../members/username-dialog.tsx'));

/** The question for a username, over the form that sends the member's first listing, WTB, message or offer. */
export function UsernameDialogHost() {
  const { answer } = useStore(usernameQuestion);
  const user = useUser();
  const isEnded = user === null;
  useEffect(() => {
    if (isEnded) answer?.(false);
  }, [isEnded, answer]);
  if (!answer || !user) return null;
  return (
    <Suspense fallback={<DialogLoading onClose={() => answer(false)} />}>
      <UsernameDialog user={user} onAnswer={answer} />
    </Suspense>
  );
}
