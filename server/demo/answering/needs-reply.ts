import type { Message } from '@selvedge/shared/conversations';
import { DEAL_TEXTS } from '@selvedge/shared/deal-texts';
import { formatPrice } from '@selvedge/shared/format';
import { DEFAULTS } from '@selvedge/shared/instance-settings';
import { OFFER_ANSWERS, OFFER_TEXTS } from '@selvedge/shared/offers';

const { currency } = DEFAULTS;
const NOTHING = formatPrice('0.00', currency);
/** How the messages begin that answer an offer, such as "Accepted the offer of ". */
const ANSWERS = OFFER_ANSWERS.map((answer) => OFFER_TEXTS[answer](0, currency).split(NOTHING)[0] ?? '');
const YESES: string[] = Object.values(DEAL_TEXTS).map(({ yes }) => yes);

/** Whether a message says something to reply to: not a question about a deal, nor the answer to one or to an offer. */
export const needsReply = ({ content, deal }: Pick<Message, 'content' | 'deal'>): boolean =>
  !deal && !YESES.includes(content) && !ANSWERS.some((start) => content.startsWith(start));
