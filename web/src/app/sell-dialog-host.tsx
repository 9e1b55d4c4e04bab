import { Suspense } from 'react';
import { useStore } from 'zustand';
import { closeSell, isSelling, openSell } from '../items/listings/selling.ts';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import { useReopened } from '../lib/session/use-reopened.ts';
import { useUser } from '../lib/session/use-session.ts';
import { DialogLoading } from '../ui/dialog-loading.tsx';

export function loadSell() {
  return import('../items/listings/listing-dialog.tsx');
}
const ListingDialog = lazyChunk(loadSell);

/** The listing form, over the page it was opened from. */
export function SellDialogHost() {
  const isOpen = useStore(isSelling);
  const user = useUser();
  useReopened('listing:new', openSell);
  if (!isOpen || !user) return null;
  return (
    <Suspense fallback={<DialogLoading onClose={closeSell} />}>
      <ListingDialog key={user.id} onClose={closeSell} />
    </Suspense>
  );
}
