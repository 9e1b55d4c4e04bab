import type { Problem } from '@selvedge/shared/platform/errors';
import { PRICE_MAX } from '@selvedge/shared/platform/limits';
import { parseMoney, toCents } from '@selvedge/shared/platform/money';
import { type FormEvent, useState } from 'react';
import { problemIn } from '../../lib/api.ts';
import { newId } from '../../lib/new-id.ts';
import { formatPrice } from '../../lib/price.ts';
import { sendNamed } from '../../lib/session/username-question.ts';

/** An offer as it is sent. */
export interface OfferTerms {
  clientId: string;
  amount: string;
  listingPrice?: string;
}

/** Why an amount cannot be offered; null when it can. */
function amountProblem(amount: string, price: string | null): string | null {
  if (amount === '') return 'Enter an amount';
  if (parseMoney(amount) === null || toCents(amount) === 0) return 'Enter an amount like 52 or 52.50';
  const most = price ?? String(PRICE_MAX);
  return toCents(amount) > toCents(most) ? `You can offer up to ${formatPrice(most)}.` : null;
}

const UNREACHED: Problem = { code: 'unavailable', message: 'No connection. Please try again.' };

/**
 * The state of a form for one offer. The typed amount survives every refusal.
 * @param price the current price; null for a WTB
 * @param send rejects with a `Problem`
 */
export function useOfferForm(price: string | null, send: (terms: OfferTerms) => Promise<void>) {
  // Once per form, so that a repeat after a lost response makes no second offer.
  const [clientId] = useState(newId);
  const [amount, setAmount] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const change = (next: string) => {
    setAmount(next);
    setError(null);
  };
  const sendOffer = async () => {
    setSending(true);
    try {
      await send({ clientId, amount, ...(price !== null && { listingPrice: price }) });
    } catch (problem) {
      setError((problemIn(problem) ?? UNREACHED).message);
      setSending(false);
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const refusal = amountProblem(amount, price);
    setError(refusal);
    if (!refusal) await sendNamed(sendOffer);
  };
  return { amount, isValid: amountProblem(amount, price) === null, error, isSending, change, submit };
}
export type OfferForm = ReturnType<typeof useOfferForm>;
