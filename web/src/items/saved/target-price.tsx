import { Button } from '@chakra-ui/react';
import type { SavedListing } from '@selvedge/shared/items/saved';
import { Suspense, useState } from 'react';
import { lazyChunk, preloadOnApproach } from '../../lib/lazy-chunk.ts';
import { formatPrice } from '../../lib/price.ts';
import { DialogLoading } from '../../ui/dialog-loading.tsx';

const loadDialog = () => import('./target-dialog.tsx');
const TargetDialog = lazyChunk(loadDialog);

/** The price that the member waits for, and the way to name one. */
export function TargetPrice({ listing }: { listing: SavedListing }) {
  const [isOpen, setOpen] = useState(false);
  const { title, targetPrice } = listing;
  const text = targetPrice === null ? 'Set Target Price' : `At or below ${formatPrice(targetPrice)}`;
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        minH="11"
        mt="2"
        aria-label={`${text}: ${title}`}
        {...preloadOnApproach(loadDialog)}
        onClick={() => setOpen(true)}
      >
        <span>{text}</span>
      </Button>
      {isOpen ? (
        <Suspense fallback={<DialogLoading onClose={() => setOpen(false)} />}>
          <TargetDialog listing={listing} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
