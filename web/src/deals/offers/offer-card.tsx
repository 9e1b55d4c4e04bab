import { Button } from '@chakra-ui/react';
import type { Conversation } from '@selvedge/shared/conversations/conversations';
import {
  answerRefusal,
  type OfferedItem,
  offerRefusal,
  type SeenOffer,
} from '@selvedge/shared/deals/offer-policy';
import type { Offer, OfferAnswer, OfferState } from '@selvedge/shared/deals/offers';
import { formatPrice } from '../../lib/price.ts';
import { useNow } from '../../lib/use-now.ts';
import { CardFailure, CardState, ThreadCard } from '../../ui/thread-card.tsx';
import { useCardAnswer } from '../../ui/use-card-answer.ts';
import { comparedWith, offeredItem, timeLeft } from './terms.ts';
import './offer-card.css';

const STATES: Record<Exclude<OfferState, 'open'>, string> = {
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  countered: 'Countered',
  expired: 'Expired',
  void: 'No longer valid',
};

/** The buttons in their order, each with its text while the answer is on its way. */
const ANSWERS: Record<OfferAnswer, [text: string, pending: string]> = {
  accept: ['Accept', 'Accepting…'],
  decline: ['Decline', 'Declining…'],
  withdraw: ['Withdraw', 'Withdrawing…'],
};

/** An answer that can be given; a counter opens the form for another offer. */
type Choice = OfferAnswer | 'counter';

interface Viewed {
  item: OfferedItem | null;
  isOwner: boolean;
  offer: SeenOffer;
  now: number;
}

/** What the viewer can do about an offer. */
function choicesFor({ item, isOwner, offer, now }: Viewed): Choice[] {
  if (!item || offer.state !== 'open') return [];
  const seenPrice = item.price ?? undefined;
  const may = (answer: OfferAnswer) => answerRefusal(answer, item, offer, seenPrice, now) === null;
  const terms = { amount: 1, seenPrice };
  const mayCounter = !offer.isMine && offerRefusal(item, { isOwner, latest: offer }, terms, now) === null;
  const inOrder: [Choice, boolean][] = [
    ['accept', may('accept')],
    ['counter', mayCounter],
    ['decline', may('decline')],
    ['withdraw', may('withdraw')],
  ];
  return inOrder.flatMap(([choice, isPossible]) => (isPossible ? [choice] : []));
}

interface ChoicesProps {
  choices: Choice[];
  /** The answer that is on its way. */
  pending: OfferAnswer | null;
  onAnswer: (answer: OfferAnswer) => void;
  onCounter: () => void;
}

function Choices({ choices, pending, onAnswer, onCounter }: ChoicesProps) {
  if (choices.length === 0) return null;
  const button = (choice: Choice) =>
    choice === 'counter' ? (
      <Button key={choice} size="sm" variant="outline" onClick={onCounter}>
        Counter
      </Button>
    ) : (
      <Button
        key={choice}
        size="sm"
        {...(choice === 'accept' ? { colorPalette: 'indigo' } : { variant: 'outline' as const })}
        aria-disabled={pending !== null}
        onClick={() => onAnswer(choice)}
      >
        {ANSWERS[choice][pending === choice ? 1 : 0]}
      </Button>
    );
  return <div className="thread-card-actions">{choices.map(button)}</div>;
}

interface OfferCardProps {
  offer: Offer;
  conversation: Pick<Conversation, 'listing' | 'wtbListing' | 'buyerId' | 'sellerId' | 'isWTB' | 'block'>;
  personId: string | null;
  /** Rejects with the `Problem` of a refusal. */
  onAnswer: (answer: OfferAnswer) => Promise<void>;
  onCounter: () => void;
}

/** An offer in its thread, with the buttons of the member who can answer it. */
export function OfferCard({ offer, conversation, personId, onAnswer, onCounter }: OfferCardProps) {
  const { card, pending, failure, answer } = useCardAnswer(onAnswer);
  const now = useNow(offer.state === 'open');
  const { isWTB, buyerId, sellerId, block } = conversation;
  const expiresAt = Date.parse(offer.expiresAt);
  const isMine = offer.by === personId;
  const state = offer.state === 'open' && expiresAt <= now ? 'expired' : offer.state;
  const isOwner = personId === (isWTB ? buyerId : sellerId);
  const seen: SeenOffer = { state, isMine, expiresAt };
  const choices = block ? [] : choicesFor({ item: offeredItem(conversation), isOwner, offer: seen, now });

  const stateText = state === 'open' ? timeLeft(expiresAt - now) : STATES[state];
  const below = comparedWith(offer.amount, offer.listingPrice);
  const price = formatPrice(offer.amount);
  return (
    <ThreadCard
      ref={card}
      label={isMine ? 'Your offer' : 'Offer'}
      summary={`${price}, ${stateText}`}
      isOver={state !== 'open' && state !== 'accepted'}
      state={<CardState text={stateText} isGood={state === 'accepted'} />}
    >
      <div className="offer-terms">
        <span className="offer-amount">{price}</span>
        {below ? <span className="offer-below">{below}</span> : null}
      </div>
      <Choices choices={choices} pending={pending} onAnswer={answer} onCounter={onCounter} />
      {failure && state === 'open' ? <CardFailure text={failure} /> : null}
      {state === 'open' ? <p className="thread-card-note">Not binding for either of you.</p> : null}
    </ThreadCard>
  );
}
