import type { Problem } from '@selvedge/shared/errors';
import { toCents } from '@selvedge/shared/money';
import { type FormEvent, useState } from 'react';
import { problemIn } from '../lib/api.ts';
import { formatPrice } from '../lib/price.ts';
import { cleanPrice, wholePrice } from '../ui/clean-price.ts';

/** An offer as it is sent. */
export interface OfferTerms {
  clientId: string;
  amount: string;
  listingPrice?: string;
}

/** Why an amount cannot be offered; null when it can. */
function amountProblem(amount: string, price: string | null): string | null {
  if (amount === '' || toCents(amount) === 0) return 'Enter an amount';
  const isAbove = price !== null && toCents(amount) > toCents(price);
  return isAbove ? `You can offer up to ${formatPrice(price)}.` : null;
}

const UNREACHED: Problem = { code: 'unavailable', message: 'No connection. Please try again.' };

/**
 * The state of a form for one offer. The typed amount survives every refusal.
 * @param price the current price; null for a WTB
 * @param send rejects with a `Problem`
 */
export function useOfferForm(price: string | null, send: (terms: OfferTerms) => Promise<void>) {
  // Once per form, so that a repeat after a lost response makes no second offer.
  const [clientId] = useState(() => crypto.randomUUID());
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const type = (text: string) => {
    setTyped((before) => cleanPrice(text, before));
    setError(null);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const amount = wholePrice(typed);
    const refusal = amountProblem(amount, price);
    setError(refusal);
    if (refusal) return;
    setSending(true);
    try {
      await send({ clientId, amount, ...(price !== null && { listingPrice: price }) });
    } catch (problem) {
      setError((problemIn(problem) ?? UNREACHED).message);
      setSending(false);
    }
  };
  const amount = wholePrice(typed);
  return { typed, amount, isValid: amountProblem(amount, price) === null, error, isSending, type, submit };
}
export type OfferForm = ReturnType<typeof useOfferForm>;
