import { formatPrice } from '@selvedge/shared/platform/format';
import type { ListingDetails } from './details.ts';
import { replyToOffer, sumIn } from './offer.ts';

/** One topic that members ask about. */
export interface Topic {
  name: string;
  asks: RegExp;
  /** Wordings, best first; at least one. */
  says(details: ListingDetails, text: string): readonly string[];
}

const PROTECTED =
  'Please pay with buyer protection only, PayPal Goods and Services for example: you get your money back if anything is not as described. Never send money as friends and family, to me or to anybody.';

/** The topics that members ask about, most specific first. A reply covers at most two of them. */
export const TOPICS: readonly Topic[] = [
  {
    name: 'agreement',
    asks: /^(?!.*[?$\d]).*\b(deal|agreed|i(['’]?ll| will) take it|it(['’]?s| is) a deal|let['’]?s do it)\b/i,
    says: ({ title }) => [
      `Wonderful, ${title} is yours. ${PROTECTED}`,
      `Great, I will pack it. ${PROTECTED}`,
    ],
  },
  {
    name: 'payment',
    asks: /\b(pay(ment|pal|ing)?|venmo|zelle|cash ?app|bank|transfer|wire|crypto|bitcoin|revolut|wise|g&s|goods and services|friends and family|invoice)\b/i,
    says: () => [
      PROTECTED,
      `A payment with buyer protection, always. ${PROTECTED.slice(PROTECTED.indexOf('Never'))}`,
    ],
  },
  {
    name: 'price',
    asks: /\b(offer|price|lowest|discount|negotia\w+|best you can|how much|cheaper|would you take|take less|do you accept|could you do|can you do|deal|would \$?\d+)\b|[$€£]\s*\d|\d\s*(\$|usd|dollars|bucks)\b|\b\d+ shipped\b/i,
    says: (details, text) => replyToOffer(details, sumIn(text)),
  },
  {
    name: 'measurements',
    asks: /\b(measure\w*|size|sizing|fit|fits|true to size|tts|pit to pit|p2p|inseam|waist|length|how long (is|are)|shoulders?|chest|sleeves?|insole|tall|cm|inch(es)?|width|wide|big|small)\b/i,
    says: ({ size, measurements }) =>
      measurements
        ? [`It is marked ${size}. ${measurements}`, `Tagged ${size}, and by the tape: ${measurements}`]
        : [
            `It is marked ${size}, true to size. I can measure whatever you need tonight, just tell me which way.`,
            `Tagged ${size}. Which measurement would help you most?`,
          ],
  },
  {
    name: 'condition',
    asks: /\b(condition|flaws?|defects?|stains?|holes?|damage\w*|worn|wear|pilling|fad(e|ed|ing)|smell|moth|clean\w*|washed|repair\w*|issues?)\b/i,
    says: ({ condition, flaws }) =>
      flaws
        ? [`I listed it as "${condition}". ${flaws}`, `"${condition}" is fair, I think. ${flaws}`]
        : [
            `"${condition}", with nothing to hide: no holes, no stains.`,
            `I went over it again just now: "${condition}", no flaws that I can find.`,
          ],
  },
  {
    name: 'shipping',
    asks: /\b(ship|ships|shipping|shipment|postage|deliver\w*|post|send it|tracking|tracked|courier|customs|international|europe|canada|uk|japan|pick ?up|collect|meet)\b/i,
    says: ({ place }) => {
      const from = place ? ` from ${place}` : '';
      return [
        `I ship${from} tracked and insured, usually the next working day: about $10 within the US, $28 to anywhere else.`,
        `It goes out${from} the day after payment, tracked all the way. Within the US it is about $10, abroad $28 and one to two weeks.`,
      ];
    },
  },
  {
    name: 'photos',
    asks: /\b(photos?|pictures?|pics?|images?|close ?up|video|label|tags?)\b/i,
    says: () => [
      'Happy to take more in daylight tomorrow morning. Which part would you like to see?',
      'Sure, tell me what you want to see and I will photograph it by the window.',
    ],
  },
  {
    name: 'authenticity',
    asks: /\b(authentic\w*|legit|genuine|real|fake|receipt|proof)\b/i,
    says: () => [
      'Yes, it is genuine. The label and the stitching are in the photos, and I can add any detail you want to check.',
      'Genuine, and buyer protection covers you if you ever find otherwise.',
    ],
  },
  {
    name: 'trade',
    asks: /\b(trade|trades|swap|exchange)\b/i,
    says: () => [
      'No trades for this one, thank you. I am trying to own fewer things.',
      'I would rather sell than swap, sorry.',
    ],
  },
  {
    name: 'availability',
    asks: /\b(available|availability|still (have|there|for sale|got)|sold|gone|reserve\w*|hold|on hold|take it|buy it|i will take|i'll take|want it)\b/i,
    says: ({ isSold, price, title }) =>
      isSold
        ? [`I am sorry, ${title} is sold.`, 'That one has found its owner already, sorry.']
        : [
            `Yes, it is still available, at ${formatPrice(price.toFixed(2), 'USD')}.`,
            'Still here! I can put it aside for you until tomorrow evening.',
          ],
  },
  {
    name: 'thanks',
    asks: /\b(thanks?|thank you|thx|cheers|great|perfect|lovely|ok(ay)?|sounds good|got it|bye)\b/i,
    says: () => ['You are welcome. I am around if anything else comes up.', 'Any time!', 'With pleasure.'],
  },
];
