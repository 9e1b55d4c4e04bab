import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { requestedSave } from '../items/saved/saved-ids.ts';
import { lazyChunk } from '../lib/lazy-chunk.ts';

const SaveAfterSignIn = lazyChunk(() => import('../items/saved/save-after-sign-in.tsx'));

/** Follows the hearts that visitors press. */
export function SaveHost() {
  const requested = useStore(requestedSave);
  const { search } = useLocation();
  if (requested === null && !/[?&]save=/.test(search)) return null;
  return (
    <Suspense fallback={null}>
      <SaveAfterSignIn requested={requested} />
    </Suspense>
  );
}
