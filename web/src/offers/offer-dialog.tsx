import { Dialog, Text } from '@chakra-ui/react';
import type { Listing } from '@selvedge/shared/listings';
import { DialogFrame } from '../ui/dialog.tsx';
import { FormFooter } from '../ui/form-footer.tsx';
import { OfferFields } from './offer-fields.tsx';
import { type OfferTerms, useOfferForm } from './use-offer-form.ts';

interface OfferDialogProps {
  listing: Pick<Listing, 'brand' | 'title' | 'price'>;
  /** Rejects with a `Problem`; the form keeps the amount then. */
  onSend: (terms: OfferTerms) => Promise<void>;
  onClose: () => void;
}

/** Make Offer, on the page of a listing. */
export default function OfferDialog({ listing, onSend, onClose }: OfferDialogProps) {
  const form = useOfferForm(listing.price, onSend);
  return (
    <DialogFrame size="form" onClose={onClose}>
      <form noValidate style={{ display: 'contents' }} onSubmit={(event) => void form.submit(event)}>
        <Dialog.Header borderBottomWidth="1px" pb="4">
          <Dialog.Title>Make an Offer</Dialog.Title>
        </Dialog.Header>
        <Dialog.Body pt="5" pb="6">
          <Text textStyle="sm" color="fg.muted" mb="5" overflowWrap="anywhere">
            {listing.brand} · {listing.title}
          </Text>
          <OfferFields form={form} price={listing.price} isWanted={false} />
        </Dialog.Body>
        <FormFooter submit={['Send Offer', 'Sending…']} isSubmitting={form.isSending} onCancel={onClose} />
      </form>
    </DialogFrame>
  );
}
