import '../../lib/no-eval.ts';
import { Text } from '@chakra-ui/react';
import { type Listing, PriceListing } from '@selvedge/shared/items/listings';
import { useForm } from 'react-hook-form';
import { formatPrice } from '../../lib/price.ts';
import { formResolver } from '../../ui/form-resolver.ts';
import { PriceForm } from './price-form.tsx';
import { useListingActions } from './use-listing-actions.ts';

interface Values {
  price: string;
}

/** Update Price: corrects the price, up or down. */
export default function UpdatePriceDialog({ listing, onClose }: { listing: Listing; onClose: () => void }) {
  const { setPrice } = useListingActions(listing);
  const form = useForm<Values>({
    resolver: formResolver(PriceListing),
    defaultValues: { price: '' },
  });
  const save = () => setPrice(form.getValues('price'));
  return (
    <PriceForm
      title="Update Price"
      of={`price:${listing.id}`}
      form={form}
      name="price"
      submit={['Update Price', 'Updating...']}
      save={save}
      onClose={onClose}
      above={
        <Text textStyle="sm" color="fg.muted">
          Current price: <strong>{formatPrice(listing.price)}</strong>. Any discount is removed. The listing
          is not bumped.
        </Text>
      }
    />
  );
}
