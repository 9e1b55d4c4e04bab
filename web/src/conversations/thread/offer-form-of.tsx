import type { Conversation } from '@selvedge/shared/conversations/conversations';
import { OfferComposer } from '../../deals/offers/offer-composer.tsx';
import { messaging } from '../store/messaging.ts';
import { useMessaging } from '../use-messaging.ts';
import { useCountered } from './thread-menu.tsx';

const close = () => messaging.closeOfferForm();

/** The form for an offer in a conversation. */
export function OfferFormOf({ conversation }: { conversation: Conversation }) {
  const { id, listing, wtbListing, sellerId } = conversation;
  const isOwner = useMessaging((s) => s.personId) === sellerId;
  const countered = useCountered(id);
  const price = listing?.price ?? wtbListing?.maxPrice;
  if (price === undefined) return null;
  return (
    <OfferComposer
      countered={countered?.amount ?? null}
      isOwner={isOwner}
      price={price}
      isWanted={listing === null}
      onSend={async (terms) => {
        await messaging.makeOffer(id, terms);
        close();
      }}
      onCancel={close}
    />
  );
}
