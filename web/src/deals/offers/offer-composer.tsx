import { Button, chakra, Flex, IconButton, Text } from '@chakra-ui/react';
import { Icon } from '../../ui/icon.tsx';
import { OfferFields } from './offer-fields.tsx';
import { quickPicks } from './terms.ts';
import { type OfferTerms, useOfferForm } from './use-offer-form.ts';

interface OfferComposerProps {
  /** The amount of the other member's offer to which this is a counter. */
  countered: string | null;
  /** Whether the member owns the item. */
  isOwner: boolean;
  /** The price, or the budget of a WTB. */
  price: string;
  isWanted: boolean;
  /** Rejects with a `Problem`; the form keeps the amount then. */
  onSend: (terms: OfferTerms) => Promise<void>;
  onCancel: () => void;
}

/** Replaces a thread's composer while an offer is written; unsent text stays in its draft. */
export function OfferComposer(props: OfferComposerProps) {
  const { countered, isOwner, price, isWanted, onSend, onCancel } = props;
  const isCounter = countered !== null;
  const title = isCounter ? 'Counter Offer' : 'Make an Offer';
  const form = useOfferForm(isWanted ? null : price, onSend);
  return (
    <chakra.form
      aria-label={title}
      noValidate
      onSubmit={(event) => void form.submit(event)}
      flexShrink={0}
      borderTopWidth="1px"
      px={{ base: '4', md: '5' }}
      pt="3"
      pb="calc(1rem + env(safe-area-inset-bottom))"
    >
      <Flex align="center" justify="space-between" mb="2">
        <Text textStyle="sm" fontWeight="semibold">
          {title}
        </Text>
        <IconButton type="button" variant="ghost" size="xs" aria-label="Cancel offer" onClick={onCancel}>
          <Icon name="x" size={16} />
        </IconButton>
      </Flex>
      {/* A seller asks for more than a bid, a buyer offers less than what the seller has come down to. */}
      <OfferFields
        form={form}
        price={price}
        isWanted={isWanted}
        picks={isOwner ? quickPicks(price, countered) : quickPicks(countered ?? price)}
      />
      <Button
        type="submit"
        colorPalette="indigo"
        mt="3"
        w={{ base: 'full', md: 'auto' }}
        aria-disabled={form.isSending}
      >
        {form.isSending ? 'Sending…' : isCounter ? 'Send Counter' : 'Send Offer'}
      </Button>
    </chakra.form>
  );
}
