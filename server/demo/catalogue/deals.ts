import type { Rating } from '@selvedge/shared/deals/ratings';
import type { DemoConversation } from './conversations.ts';
import type { MemberName } from './members.ts';

/** What one member of a deal wrote, and what the other one answered. */
export type DemoVouch = [rating: Rating, text: string | null, answer?: string];

/** A deal about a sold listing of the catalogue. */
export interface DemoDeal {
  listing: string;
  buyer: MemberName;
  byBuyer?: DemoVouch;
  bySeller?: DemoVouch;
  /** Their conversation, unless it is among the others. */
  lines?: DemoConversation['lines'];
}

export const DEALS: readonly DemoDeal[] = [
  {
    listing: 'Cashmere crew in ecru',
    buyer: 'odile',
    byBuyer: ['good', 'Even softer than she said, and in the post the next morning.'],
    bySeller: ['good', 'Paid the same evening and wrote when it arrived. A pleasure.'],
  },
  {
    listing: 'Boat and tote, navy trim, large',
    buyer: 'marlow',
    byBuyer: ['good', 'Exactly as in the photos. Wrapped like a present.'],
    bySeller: ['good', 'Knew what he wanted, and sent the money at once.'],
    lines: [
      ['>', '35d', 'Hi, is the navy trim faded at all?'],
      ['<', '35d', 'Only at one handle, see the last photo.'],
      ['>', '34d', 'That is fine with me. I will take it.'],
    ],
  },
  {
    listing: 'Lambswool vest, camel',
    buyer: 'ayakom',
    byBuyer: [
      'mixed',
      'A lovely vest, but the hem was darned and the photos do not show it.',
      'You are right, I had missed that. Thank you for keeping it all the same.',
    ],
    bySeller: ['good', 'Kind, even about my mistake.'],
    lines: [
      ['>', '32d', 'Good evening. Would you ship to Oakland?'],
      ['<', '32d', 'With pleasure, $12 tracked.'],
      ['>', '31d', 'Then please send me the request.'],
    ],
  },
  {
    listing: 'A-line denim skirt, indigo',
    buyer: 'lenab',
    byBuyer: ['good', 'nice skirt, quick answers'],
    lines: [
      ['>', '7d', 'hej, how long is it from the waist?'],
      ['<', '7d', '62 cm, and it does not shrink any more.'],
      ['>', '6d', 'perfect. taking it'],
    ],
  },
  {
    listing: 'Bouclé coat, off-white',
    buyer: 'pietro',
    byBuyer: ['good', null],
    lines: [
      ['>', '23d', 'Would it fit a slim 40?'],
      ['<', '23d', 'yes, the shoulders are 42'],
    ],
  },
  {
    listing: 'Ripstop pack jacket, stone',
    buyer: 'tkwn',
    byBuyer: ['good', 'Measurements to the millimetre.'],
    bySeller: ['good', 'Fast, friendly, done.'],
    lines: [
      ['>', '14d', 'Pit to pit?'],
      ['<', '14d', '58. Sleeve 64.'],
      ['>', '13d', 'Sold, if you still have it.'],
    ],
  },
  {
    listing: 'Roccia Vet boot, grey suede',
    buyer: 'slowcloth',
    byBuyer: [
      'bad',
      'The left sole came off on the first walk.',
      'I had not seen it coming, and refunded half of it the same day.',
    ],
    bySeller: ['mixed', 'We found a way in the end.'],
    lines: [
      ['>', '20d', 'Have they been resoled?'],
      ['<', '20d', 'No, original soles.'],
    ],
  },
  {
    listing: 'Needle-cord trousers, mustard',
    buyer: 'juniper',
    byBuyer: ['good', 'The color is a joy.'],
    bySeller: ['good', 'Grazie! A perfect buyer.'],
    lines: [
      ['>', '17d', 'Oh, this mustard! Is the waist true to size?'],
      ['<', '16d', 'True to size, I promise.'],
    ],
  },
];

/** A listing on hold for the member who opened the conversation about it. */
export const ON_HOLD = { listing: 'Iron Ranger, amber harness', holder: 'northbeam' } as const;

/** An open offer, in whole dollars, for its seller to answer. */
export const OPEN_OFFER = {
  listing: 'Naval striped top, long sleeve',
  buyer: 'juniper',
  amount: 52,
} as const;
