import type { Conversation } from '@selvedge/shared/conversations';
import { formatPrice } from '@selvedge/shared/format';

/** What is known of the item that a conversation is about. */
export interface Facts {
  title: string;
  price: string;
  size: string | null;
  condition: string | null;
  description: string | null;
  isSold: boolean;
}

interface Rule {
  about: RegExp;
  says: (facts: Facts, asked: string) => string[];
}

const LOWEST_OFFER = 0.85;

const sizeLine = ({ description }: Facts): string | null =>
  description?.split(/\n|(?<=\.)\s/).find((line) => /\d\s?cm|\d"/.test(line)) ?? null;

/** The sum that somebody offers, if there is one in what they wrote. */
const offerIn = (asked: string): number | null => {
  const sum = /\$\s?(\d[\d,]*)|\b(\d{2,5})\b(?!\s?(cm|mm|inch|in\b|"|%))/.exec(asked);
  const digits = sum?.[1] ?? sum?.[2];
  return digits ? Number(digits.replaceAll(',', '')) : null;
};

function replyToOffer({ price }: Facts, asked: string): string[] {
  const offer = offerIn(asked);
  const full = Number(price);
  if (offer === null) {
    return [
      `It is ${formatPrice(price)}. Make me a fair offer and we will find each other.`,
      `${formatPrice(price)} is what I have in mind; there is a little room.`,
    ];
  }
  if (offer >= full) return [`${formatPrice(price)} is all I ask. It is yours if you want it.`];
  if (offer >= full * LOWEST_OFFER) return [`$${offer} works for me. Shall I set it aside for you?`];
  const counter = Math.round(full * 0.92);
  return [`$${offer} is too far down for me, sorry. I could do $${counter}.`];
}

// The first that fits answers, so the narrow ones stand above the wide ones.
const RULES: readonly Rule[] = [
  {
    about: /paypal|pay\b|payment|venmo|zelle|bank|invoice|wire/i,
    says: () => [
      'I take payment through a service that protects you as the buyer, nothing else. That way both of us sleep well.',
      'Only with buyer protection, please: if it is not what I showed, you get your money back.',
    ],
  },
  {
    about: /ship|post(age|al)?\b|deliver|tracking|address|send it/i,
    says: () => [
      'I ship within two days, tracked, from Portland. You get the number here as soon as I have it.',
      'Domestic is about a week. Abroad works too, you would only pay the difference.',
    ],
  },
  {
    about: /photo|picture|pics?\b|close.?up/i,
    says: () => [
      'I can take more in daylight tomorrow morning. Anything in particular you want to see?',
      'Sure. Tell me which part, and I will get close to it.',
    ],
  },
  {
    about: /offer|price|lowest|best|discount|deal|\$|would you (take|do)|could you do|how much/i,
    says: replyToOffer,
  },
  {
    about: /measure|inseam|waist|chest|pit|shoulder|length|long is|wide|size|fit|tall/i,
    says: (facts) => [
      sizeLine(facts) ?? `It is a ${facts.size ?? 'standard'}, and fits true to that.`,
      `Tagged ${facts.size ?? 'as shown'}. I am 180 cm and wear it with room for a sweater.`,
    ],
  },
  {
    about: /condition|flaw|wear|worn|stain|hole|damage|repair|clean|wash/i,
    says: ({ condition }) => [
      `${condition ?? 'As in the photos'}, and honestly so: everything I know of is in the photos and the text.`,
      'No smells, no stains, nothing hidden. I would tell you.',
    ],
  },
  {
    about: /available|still (have|there)|sold|reserved|take it|buy it|want it/i,
    says: ({ isSold }) =>
      isSold
        ? ['This one is sold, I am afraid.']
        : ['Yes, still here. Do you want to know anything about it?', 'It is, and nobody is ahead of you.'],
  },
  {
    about: /thank|thx|cheers|great|perfect|awesome/i,
    says: () => ['My pleasure.', 'Any time. Write if something comes to mind.'],
  },
  {
    about: /^\s*(hi|hey|hello|good (morning|evening)|hola|moin)\b/i,
    says: () => ['Hi! What would you like to know?', 'Hello again.'],
  },
];

const OTHERWISE = [
  'Good question. Let me look at it tonight and come back to you.',
  'Let me check that when I have it in my hands.',
  'I am not sure. What would you need it for?',
];

/**
 * What a friendly seller says to a message: to the point, with the item's own facts, and never what they said last.
 * @param last what they said before, if anything.
 */
export function answerTo(asked: string, facts: Facts, last: string | null): string {
  const rule = RULES.find(({ about }) => about.test(asked));
  const said = [...(rule?.says(facts, asked) ?? []), ...OTHERWISE];
  return said.find((text) => text !== last) ?? OTHERWISE[0] ?? '';
}

/** What a conversation itself tells of its item; a listing's text and size come from the listing. */
export function factsOf({ listing, wtbListing }: Conversation, more: Partial<Facts>): Facts {
  return {
    title: listing?.title ?? wtbListing?.title ?? '',
    price: listing?.price ?? wtbListing?.maxPrice ?? '0.00',
    size: wtbListing?.size ?? null,
    condition: null,
    description: null,
    isSold: listing?.isSold ?? wtbListing?.isFulfilled ?? false,
    ...more,
  };
}
