import type { Age } from './listing.ts';
import type { MemberName } from './members.ts';

/** One conversation of the demo. */
export interface DemoConversation {
  /** The title of its listing or WTB. */
  about: { listing: string } | { wanted: string };
  /** Who wrote first; the other member owns the item. */
  opener: MemberName;
  /** For each message: `>` from the opener or `<` from the owner, how long ago, its text. */
  lines: readonly (readonly ['>' | '<', Age, string])[];
  /** The last message is still unread by its recipient. */
  unread?: true;
}

/** Conversations of the two members whose sign-ins are printed, and a few of other members. */
export const CONVERSATIONS: readonly DemoConversation[] = [
  {
    about: { listing: 'Naval striped top, long sleeve' },
    opener: 'juniper',
    lines: [
      ['>', '26h', 'Hi! Is the cotton the heavy one or the lighter summer one?'],
      ['<', '25h', 'The heavy one, 400 grams or so. It stands a bit away from the body.'],
      ['>', '25h', 'Perfect, that is the one I want.'],
      ['>', '21m', 'Would you take $52 including shipping to Brooklyn?'],
    ],
    unread: true,
  },
  {
    about: { wanted: 'Ring coat, indigo or black' },
    opener: 'tkwn',
    lines: [
      ['>', '19h', 'I have one. Indigo, size 3, bought 2018. Faded at the elbows, no holes. $840.'],
      ['<', '18h', 'That sounds very close to what I am after. Could you measure the shoulders?'],
      ['>', '3h', 'Shoulder 45, P2P 58, L 88. I will list it with photos tonight.'],
    ],
    unread: true,
  },
  {
    about: { listing: 'Noragi-cut coverall, sashiko' },
    opener: 'odile',
    lines: [
      ['>', '6d', 'Hello, is the sashiko done by hand on this one? The photos look like it.'],
      ['<', '6d', 'By hand. You can see the knots inside, photo 3.'],
      ['>', '6d', 'Beautiful. It is above what I can spend this month, but I will watch it.'],
      ['<', '5d', 'No hurry. I will tell you before it goes.'],
      ['>', '5d', 'That is kind, thank you.'],
    ],
  },
  {
    about: { listing: 'Type II trucker, sashiko lining' },
    opener: 'odile',
    lines: [
      ['>', '9d', 'Hi Marlow, is this the version with the sashiko lining all the way down the sleeves?'],
      ['<', '9d', 'Hi! Body only, the sleeves have a plain cotton lining. That makes it easier to put on.'],
      ['>', '9d', 'Good to know. How would you say it compares to a regular L?'],
      [
        '<',
        '8d',
        'A little boxy and short. Pit to pit is 54 cm, length 66. I am 1.80 m and it ends at my belt.',
      ],
      ['>', '8d', 'Thanks, I will sleep on it.'],
    ],
  },
  {
    about: { listing: 'Cashmere crew in ecru' },
    opener: 'odile',
    lines: [
      ['>', '11d', 'Hello! Is it four-ply or two-ply?'],
      ['<', '11d', 'Four! It is properly thick.'],
      ['>', '11d', 'Then I would like it. Goods and services?'],
      ['<', '10d', 'Always. I will send the request tonight.'],
      ['>', '9d', 'Paid. Thank you so much!'],
      ['<', '8d', 'Sent with the post this morning, tracking is in your mail.'],
      ['>', '4d', 'It arrived and it is even softer than you said.'],
      ['<', '4d', 'So happy it found you.'],
    ],
  },
  {
    about: { listing: 'Leisure handsewn loafer, color 8' },
    opener: 'odile',
    lines: [
      ['>', '30h', 'Buongiorno, I ask for a friend: do these run long? He wears an 8.5 in most shoes.'],
      [
        '<',
        '29h',
        'Buongiorno! On the Van last an 8.5 is an 8.5. These would be half a size too long for him, I must be honest.',
      ],
      ['>', '29h', 'Honesty is worth more than loafers. Thank you.'],
    ],
  },
  {
    about: { listing: '105 standard jeans, two-year wash' },
    opener: 'lenab',
    lines: [
      ['>', '40h', 'hej, what would shipping to stockholm be?'],
      ['<', '39h', 'Tracked and insured it is $28, about nine days.'],
      ['>', '39h', 'ok. i will think about it until the weekend'],
      ['<', '38h', 'Of course, I am in no hurry with these.'],
    ],
  },
  {
    about: { listing: 'Iron Ranger, amber harness' },
    opener: 'northbeam',
    lines: [
      ['>', '4h', 'Questions:\n- is the sole original?\n- any smell?'],
      ['<', '4h', 'Original cork sole, at about 70 %. They smell of leather cream and nothing else.'],
      ['>', '3h', 'Thanks. Deciding tonight.'],
      ['<', '3h', 'Sounds good.'],
    ],
  },
  {
    about: { wanted: 'FA pants, olive ripstop' },
    opener: 'secondrow',
    lines: [
      ['>', '12d', 'Have a pair from FW17, size 34, paint on one knee. $110 shipped.'],
      ['<', '12d', 'Tempting! Could you send the inseam?'],
      ['>', '12d', '76 cm, unaltered.'],
      ['<', '11d', 'A touch short for me. Thanks for looking, though.'],
    ],
  },
  {
    about: { listing: 'The Navy turtleneck, heavy merino' },
    opener: 'ayakom',
    lines: [
      ['>', '50h', 'Good evening. May I ask if the neck is stretched?'],
      [
        '<',
        '49h',
        'Not in the least. It has been folded, never hung, which is the whole secret with knitwear.',
      ],
      ['>', '49h', 'Thank you, that is wonderful to hear.'],
    ],
  },
];
