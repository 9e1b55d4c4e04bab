import type { OfferAnswer } from '@selvedge/shared/offers';
import { v5 as uuidv5 } from 'uuid';

/** The client id of the message that answers an offer: the same for a repeat, which thus sends no second message. */
export const answerClientId = (answer: OfferAnswer, offerId: string): string => uuidv5(answer, offerId);
