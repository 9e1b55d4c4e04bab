import { Button } from '@chakra-ui/react';
import type { Listing } from '@selvedge/shared/listings';
import { Suspense, useState } from 'react';
import { problemIn } from '../lib/api.ts';
import { lazyChunk, preloadOnApproach } from '../lib/lazy-chunk.ts';
import { useOpenMessages } from '../session/open-messages.ts';
import { DialogLoading } from '../ui/dialog-loading.tsx';
import type { OfferTerms } from './use-offer-form.ts';

const load = () => import('./offer-dialog.tsx');
const OfferDialog = lazyChunk(load);

interface MakeOfferProps {
  listing: Pick<Listing, 'id' | 'sellerId' | 'brand' | 'title' | 'price'>;
  /** The listing may have changed since it was fetched. */
  onConflict: () => void;
}

/** The button that makes an offer for a listing, and then opens the conversation about it. */
export function MakeOffer({ listing, onConflict }: MakeOfferProps) {
  const [isOpen, setOpen] = useState(false);
  const openMessages = useOpenMessages();
  const target = { sellerId: listing.sellerId, listingId: listing.id, wtbListingId: null };
  const send = async (terms: OfferTerms) => {
    const { messaging } = await import('../conversations/store/messaging.ts');
    try {
      await messaging.offerMade(target, terms);
    } catch (error) {
      if (problemIn(error)?.code === 'conflict') onConflict();
      throw error;
    }
    setOpen(false);
    openMessages(target);
  };
  return (
    <>
      <Button
        size="xl"
        variant="outline"
        px={{ base: '4', md: '6' }}
        {...preloadOnApproach(load)}
        onClick={() => setOpen(true)}
      >
        Make Offer
      </Button>
      {isOpen ? (
        <Suspense fallback={<DialogLoading />}>
          <OfferDialog listing={listing} onSend={send} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
