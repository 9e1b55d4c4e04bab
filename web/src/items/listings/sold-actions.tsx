import { Button } from '@chakra-ui/react';
import type { Listing } from '@selvedge/shared/items/listings';
import { isSaleRecent } from '@selvedge/shared/platform/policy';
import { Suspense, useState } from 'react';
import { useIsDealMade } from '../../deals/deals/use-is-deal-made.ts';
import { lazyChunk, preloadOnApproach } from '../../lib/lazy-chunk.ts';
import { useReopened } from '../../lib/session/use-reopened.ts';
import { useNow } from '../../lib/use-now.ts';
import { DialogLoading } from '../../ui/dialog-loading.tsx';
import { useListingActions } from './use-listing-actions.ts';

const loadForm = () => import('./listing-dialog.tsx');
const ListingDialog = lazyChunk(loadForm);

/** The owner's actions on a sold listing. */
export function SoldActions({ listing, ownerId }: { listing: Listing; ownerId: string }) {
  const [isRelisting, setRelisting] = useState(false);
  const { pending, undoSale } = useListingActions(listing);
  const isRecent = isSaleRecent(listing.soldAt, useNow());
  const isDealMade = useIsDealMade(listing.id, ownerId, isRecent);
  useReopened(`relist:${listing.id}`, () => setRelisting(true));
  const close = () => setRelisting(false);
  return (
    <>
      <Button variant="outline" {...preloadOnApproach(loadForm)} onClick={() => setRelisting(true)}>
        Relist
      </Button>
      {isRecent && !isDealMade ? (
        <Button variant="outline" aria-disabled={pending !== null} onClick={() => void undoSale()}>
          {pending === 'undoSale' ? 'Putting Back on Sale...' : 'Not Sold After All'}
        </Button>
      ) : null}
      <Suspense fallback={<DialogLoading onClose={close} />}>
        {isRelisting ? <ListingDialog relisted={listing} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
