import { Suspense } from 'react';
import { useStore } from 'zustand';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import { proving } from './proof.ts';

const ProofDialog = lazyChunk(() => import('./proof-dialog.tsx'));

/**
 * The dialog of `withProof`, for every screen that uses it. Render it outside forms, which its own form would
 * submit.
 */
export function ProofDialogHost() {
  const isWaiting = useStore(proving, ({ waiting }) => waiting !== null);
  return <Suspense fallback={null}>{isWaiting ? <ProofDialog /> : null}</Suspense>;
}
