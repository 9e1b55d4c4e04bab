import '../lib/no-eval.ts';
import { Box, Text } from '@chakra-ui/react';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { formatPrice, percentOff } from '@selvedge/shared/format';
import { DISCOUNT_BUMP_PERCENT } from '@selvedge/shared/limits';
import { discountOf, type Listing } from '@selvedge/shared/listings';
import { useForm, useWatch } from 'react-hook-form';
import { PriceForm } from './price-form.tsx';
import { useListingActions } from './use-listing-actions.ts';

interface Values {
  newPrice: string;
}

/** How much the typed price takes off the current one; empty while it is no discount. */
function Readout({ price, typed }: { price: string; typed: string }) {
  const isDiscount = discountOf(price).safeParse({ newPrice: typed }).success;
  const percent = isDiscount ? percentOff(typed, price) : null;
  return (
    // Always rendered: a live region must exist before its text changes.
    <Box role="status" minH="14" mt="4">
      {percent === null ? null : (
        <Text textStyle="sm" fontWeight="semibold" color="fg.sale">
          {percent}% off
        </Text>
      )}
      {percent !== null && percent >= DISCOUNT_BUMP_PERCENT ? (
        <Text textStyle="sm" color="fg.muted" mt="1">
          This discount will automatically bump your listing to the top!
        </Text>
      ) : null}
    </Box>
  );
}

/** Discount Item: asks for a lower price, and shows the discount while it is typed. */
export default function DiscountDialog({ listing, onClose }: { listing: Listing; onClose: () => void }) {
  const { price } = listing;
  const { discount } = useListingActions(listing);
  const form = useForm<Values>({
    // The form submits the text: the server parses it by the same schema.
    resolver: standardSchemaResolver(discountOf(price)) as never,
    defaultValues: { newPrice: '' },
  });
  const typed = useWatch({ control: form.control, name: 'newPrice' });
  const save = async () => {
    if (await discount(form.getValues('newPrice'))) onClose();
  };
  return (
    <PriceForm
      title="Discount Item"
      of={`discount:${listing.id}`}
      form={form}
      name="newPrice"
      submit={['Apply Discount', 'Applying...']}
      save={save}
      onClose={onClose}
      above={
        <Text textStyle="sm" color="fg.muted">
          Current price: <strong>{formatPrice(price)}</strong>
        </Text>
      }
      below={<Readout price={price} typed={typed} />}
    />
  );
}
