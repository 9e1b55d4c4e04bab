import { Dialog, Text } from '@chakra-ui/react';
import { DialogFrame } from '../../ui/dialog.tsx';
import { FormFooter } from '../../ui/form-footer.tsx';
import { OfferFields } from './offer-fields.tsx';
import { type OfferTerms, useOfferForm } from './use-offer-form.ts';

/** What an offer is for. */
export interface OfferItem {
  brand: string;
  title: string;
  /** The price, or the budget of a WTB. */
  price: string;
  isWanted: boolean;
}

interface OfferDialogProps {
  item: OfferItem;
  /** Rejects with a `Problem`; the form keeps the amount then. */
  onSend: (terms: OfferTerms) => Promise<void>;
  onClose: () => void;
}

/** Make Offer, on the page of a listing or a WTB. */
export default function OfferDialog({ item, onSend, onClose }: OfferDialogProps) {
  const { brand, title, price, isWanted } = item;
  // A budget limits no offer.
  const form = useOfferForm(isWanted ? null : price, onSend);
  return (
    <DialogFrame size="form" onClose={onClose}>
      <form noValidate style={{ display: 'contents' }} onSubmit={(event) => void form.submit(event)}>
        <Dialog.Header borderBottomWidth="1px" pb="4">
          <Dialog.Title>Make an Offer</Dialog.Title>
        </Dialog.Header>
        <Dialog.Body pt="5" pb="6">
          <Text textStyle="sm" color="fg.muted" mb="5" overflowWrap="anywhere">
            {brand} · {title}
          </Text>
          <OfferFields form={form} price={price} isWanted={isWanted} />
        </Dialog.Body>
        <FormFooter submit={['Send Offer', 'Sending…']} isSubmitting={form.isSending} onCancel={onClose} />
      </form>
    </DialogFrame>
  );
}
