import type { Conversation } from '@selvedge/shared/conversations';
import { OfferComposer } from '../../offers/offer-composer.tsx';
import { messaging } from '../store/messaging.ts';
import { useIsCounter } from './thread-menu.tsx';

const close = () => messaging.offerFormShown(false);

/** The form for an offer in a conversation. */
export function OfferFormOf({ conversation: { id, listing, wtbListing } }: { conversation: Conversation }) {
  const isCounter = useIsCounter(id);
  const price = listing?.price ?? wtbListing?.maxPrice;
  if (price === undefined) return null;
  return (
    <OfferComposer
      isCounter={isCounter}
      price={price}
      isWanted={listing === null}
      onSend={async (terms) => {
        await messaging.offerMade(id, terms);
        close();
      }}
      onCancel={close}
    />
  );
}
