import type { Conversation } from '@selvedge/shared/conversations/conversations';
import { formatPrice } from '@selvedge/shared/platform/format';
import { fresh } from './fresh.ts';
import { sumIn } from './offer.ts';

type Wanted = Pick<NonNullable<Conversation['wtbListing']>, 'title' | 'size' | 'maxPrice' | 'isFulfilled'>;

function wordings(text: string, { title, size, maxPrice, isFulfilled }: Wanted): readonly string[] {
  if (isFulfilled)
    return [
      'I have found one meanwhile, but thank you for thinking of me.',
      'Thanks, mine is on its way already.',
    ];
  const budget = formatPrice(maxPrice, 'USD');
  const sum = sumIn(text);
  if (sum !== null && sum > Number(maxPrice)) {
    return [
      `Thank you! ${budget} is as far as I can go, though. Is there room?`,
      `That is above my ${budget}, I am afraid. Could we meet there?`,
    ];
  }
  if (sum !== null) {
    return [
      'That is within what I had in mind. Could you list it with a few photos? I would pay with buyer protection.',
      'Sounds fair. Please list it here, then we both have it in writing.',
    ];
  }
  return [
    `Thanks for writing about ${title}. Which size is yours, how worn is it, and what would you like for it?`,
    `I am after a ${size} for up to ${budget}. Does yours come close?`,
    'Could you send a photo of the label and of the most worn part?',
  ];
}

/**
 * The reply of a member with a WTB to one who offers the item.
 * @returns null when there is nothing to reply.
 */
export function composeReplyToOffer(text: string, wanted: Wanted, last = ''): string | null {
  return text.trim() === '' ? null : fresh(wordings(text, wanted), last);
}
