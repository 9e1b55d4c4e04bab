import { Suspense } from 'react';
import { useStore } from 'zustand';
import { useReopened } from '../identity/use-reopened.ts';
import { useUser } from '../identity/use-session.ts';
import { part } from '../lib/part.ts';
import { closeSell, isSelling, openSell } from '../listings/selling.ts';

const ListingDialog = part(() => import('../listings/listing-dialog.tsx'));

/** The listing form, over the page that it was opened from. */
export function SellDialogHost() {
  const isOpen = useStore(isSelling);
  const user = useUser();
  useReopened('listing:new', openSell);
  if (!isOpen || !user) return null;
  return (
    <Suspense fallback={null}>
      <ListingDialog key={user.id} onClose={closeSell} />
    </Suspense>
  );
}
