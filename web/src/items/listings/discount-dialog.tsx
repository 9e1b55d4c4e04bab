import '../../lib/no-eval.ts';
import { Box, Text } from '@chakra-ui/react';
import { type DiscountReference, discountOf, type Listing } from '@selvedge/shared/items/listings';
import { percentOff, shownPercentOff } from '@selvedge/shared/platform/format';
import { DISCOUNT_BUMP_PERCENT, LOWEST_PRICE_DAYS } from '@selvedge/shared/platform/limits';
import { toCents } from '@selvedge/shared/platform/money';
import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { api } from '../../lib/api.ts';
import { LISTING_KEY } from '../../lib/listing-keys.ts';
import { formatPrice } from '../../lib/price.ts';
import { formResolver } from '../../ui/form-resolver.ts';
import { useSavedCount } from '../saved/saved-count.ts';
import { PriceForm } from './price-form.tsx';
import { useListingActions } from './use-listing-actions.ts';

interface Values {
  newPrice: string;
}

interface DiscountPreviewProps {
  listing: Listing;
  typed: string;
}

/** The discount of the typed price, as everyone will see it; empty while there is none. */
function DiscountPreview({ listing: { id, price }, typed }: DiscountPreviewProps) {
  const notifiesAt = useSavedCount({ id, price }, true)?.notifiesAt;
  const { data } = useQuery({
    // The price is part of the key: changing it changes what a discount is measured against.
    queryKey: [LISTING_KEY, id, 'discount', price],
    queryFn: () => api<DiscountReference>('GET', `/api/listings/${id}/discount`),
  });
  const parsed = discountOf(price).safeParse({ newPrice: typed });
  const isLower = parsed.success;
  const percent = data && isLower ? shownPercentOff(typed, data.referencePrice) : null;
  const isNotified = parsed.success && notifiesAt && parsed.data.newPrice <= toCents(notifiesAt);
  const isBump = data && isLower && percentOff(typed, data.lowestPrice) >= DISCOUNT_BUMP_PERCENT;
  return (
    // Always rendered: a live region must exist before its text changes.
    <Box role="status" minH="14" mt="4">
      {percent === null ? null : (
        <Text textStyle="sm" fontWeight="semibold" color="fg.sale">
          {percent}% off
        </Text>
      )}
      {data && isLower && percent === null ? (
        <Text textStyle="sm" color="fg.muted">
          This won't show as a discount: the lowest price of the last {LOWEST_PRICE_DAYS} days was{' '}
          {formatPrice(data.referencePrice)}.
        </Text>
      ) : null}
      {isBump ? (
        <Text textStyle="sm" color="fg.muted" mt="1">
          This discount will automatically bump your listing to the top!
        </Text>
      ) : null}
      {isNotified ? (
        <Text textStyle="sm" color="fg.muted" mt="1">
          People who saved this will be told
        </Text>
      ) : null}
    </Box>
  );
}

/** Discount Item: takes a lower price, and shows the discount while typing. */
export default function DiscountDialog({ listing, onClose }: { listing: Listing; onClose: () => void }) {
  const { price } = listing;
  const { discount } = useListingActions(listing);
  const form = useForm<Values>({
    // The form submits text: the server parses it with the same schema.
    resolver: formResolver(discountOf(price)),
    defaultValues: { newPrice: '' },
  });
  const typed = useWatch({ control: form.control, name: 'newPrice' });
  const save = () => discount(form.getValues('newPrice'));
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
      below={<DiscountPreview listing={listing} typed={typed} />}
    />
  );
}
