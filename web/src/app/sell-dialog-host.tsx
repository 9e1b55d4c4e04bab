import { Suspense } from 'react';
import { useStore } from 'zustand';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import { closeSell, isSelling, openSell } from '../listings/selling.ts';
import { useReopened } from '../session/use-reopened.ts';
import { useUser } from '../session/use-session.ts';
import { DialogLoading } from '../ui/dialog-loading.tsx';

export const loadSell = () => import('../listings/listing-dialog.tsx');
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
