import { Button, Field, Flex, Text } from '@chakra-ui/react';
import { fieldSlotRecipe } from '@chakra-ui/react/theme';
import { HOLD_HOURS, OFFER_HOURS } from '@selvedge/shared/platform/limits';
import { useEffect, useRef } from 'react';
import { instance } from '../../lib/instance.ts';
import { formatPrice } from '../../lib/price.ts';
import { PrefixedMoneyInput } from '../../ui/prefixed-money-input.tsx';
import { registerRecipes } from '../../ui/theme/system.ts';
import { comparedWith, type QuickPick, quickPicks } from './terms.ts';
import type { OfferForm } from './use-offer-form.ts';

registerRecipes({ slotRecipes: { field: fieldSlotRecipe } });

/** What an offer means. Accepting one for a WTB holds nothing. */
const noteFor = (isWanted: boolean): string =>
  isWanted || !instance.features.holds
    ? `Not binding. Open for ${OFFER_HOURS} hours.`
    : `Not binding. Open for ${OFFER_HOURS} hours; once accepted, the item is on hold for ${HOLD_HOURS} hours.`;

interface SuggestionsProps {
  picks: QuickPick[];
  amount: string;
  onPick: (amount: string) => void;
}

const Suggestions = ({ picks, amount, onPick }: SuggestionsProps) => (
  <Flex role="group" aria-label="Suggestions" gap="2" wrap="wrap" flex="3 1 16rem">
    {picks.map((pick) => (
      <Button
        key={pick.amount}
        type="button"
        variant="outline"
        flex="1 0 auto"
        px="2"
        gap="1.5"
        aria-pressed={pick.amount === amount}
        onClick={() => onPick(pick.amount)}
      >
        {formatPrice(pick.amount)}
        <Text as="span" textStyle="xs" fontWeight="normal" color="fg.muted">
          −{pick.percent}%
        </Text>
      </Button>
    ))}
  </Flex>
);

interface OfferFieldsProps {
  form: OfferForm;
  /** The price, or the budget of a WTB. */
  price: string;
  isWanted: boolean;
  /** The suggested amounts of an offer for a listing. */
  picks?: QuickPick[];
}

/** The amount of an offer, with suggestions and how it compares with the price. */
export function OfferFields({ form, price, isWanted, picks = quickPicks(price) }: OfferFieldsProps) {
  const field = useRef<HTMLInputElement>(null);
  const { amount, isValid, error, change } = form;
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, []);
  // After a refusal, the amount is what to change.
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);
  const below = isValid && !isWanted ? comparedWith(amount, price) : null;
  return (
    <Field.Root invalid={error !== null}>
      <Flex w="full" justify="space-between" align="baseline" gap="3">
        <Field.Label>{`Amount (${instance.currency})`}</Field.Label>
        <Text textStyle="sm" color="fg.muted">
          {isWanted ? 'Budget' : 'Price'} <strong>{formatPrice(price)}</strong>
        </Text>
      </Flex>
      <Flex w="full" gap="2" wrap="wrap">
        <Flex direction="column" gap="1.5" flex="1 1 7.5rem">
          <PrefixedMoneyInput ref={field} value={amount} onValue={change} />
        </Flex>
        {isWanted ? null : (
          <Suggestions
            picks={picks}
            amount={amount}
            onPick={(picked) => {
              change(picked);
              field.current?.focus();
            }}
          />
        )}
      </Flex>
      <Field.ErrorText>{error}</Field.ErrorText>
      {/* Always rendered: a live region must exist before its text changes. */}
      <Field.HelperText>
        <span role="status">{below ? `${below}. ` : null}</span>
        {noteFor(isWanted)}
      </Field.HelperText>
    </Field.Root>
  );
}
