import { Suspense } from 'react';
import { useStore } from 'zustand';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import { named, stopAsking } from './naming.ts';

const NamingDialog = lazyChunk(() => import('./naming-dialog.tsx'));

/** The dialog that asks with whom a deal was made, on pages where items are marked as sold or found. */
export function NamingHost() {
  const item = useStore(named);
  if (!item) return null;
  return (
    <Suspense fallback={null}>
      <NamingDialog key={item.id} item={item} onClose={stopAsking} />
    </Suspense>
  );
}
