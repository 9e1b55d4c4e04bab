import { Button } from '@chakra-ui/react';
import { DEAL_TEXTS } from '@selvedge/shared/deals/deal-texts';
import type { ProposedDeal } from '@selvedge/shared/deals/deals';
import { messageClock } from '@selvedge/shared/platform/format';
import { Link } from 'react-router-dom';
import { instance } from '../../lib/instance.ts';
import { useNow } from '../../lib/use-now.ts';
import { CardFailure, CardState, ThreadCard } from '../../ui/thread-card.tsx';
import { useCardAnswer } from '../../ui/use-card-answer.ts';
import { VOUCH_PARAM } from './keys.ts';

const clock = messageClock(instance.timeZone);

interface DealQuestionProps {
  deal: ProposedDeal;
  isWTB: boolean;
  /** Whether the viewer asked. */
  isMine: boolean;
  /** The other member. */
  other: string;
  /** Rejects with the `Problem` of a refusal. */
  onAnswer: (isYes: boolean) => Promise<unknown>;
}

/** The question whether a deal was made, in its thread. */
export function DealQuestion({ deal, isWTB, isMine, other, onAnswer }: DealQuestionProps) {
  const { card, pending, failure, answer } = useCardAnswer(onAnswer);
  const now = useNow(deal.state === 'proposed');
  const texts = DEAL_TEXTS[isWTB ? 'wanted' : 'listing'];
  const { state, expiresAt } = deal;
  const isOpen = state === 'proposed' && expiresAt !== null && Date.parse(expiresAt) > now;
  const stateText =
    state === 'made' ? 'Deal' : isOpen ? `Until ${clock.dayLabel(expiresAt)}` : 'Not answered';

  const button = (isYes: boolean, text: string) => (
    <Button
      size="sm"
      {...(isYes ? { colorPalette: 'indigo' } : { variant: 'outline' as const })}
      aria-disabled={pending !== null}
      onClick={() => answer(isYes)}
    >
      {text}
    </Button>
  );
  return (
    <ThreadCard
      ref={card}
      label={state === 'made' ? 'Deal' : 'Question'}
      summary={state === 'made' ? 'Confirmed by both' : `${texts.ask} ${stateText}`}
      isOver={state === 'proposed' && !isOpen}
      state={
        <CardState text={state === 'made' ? 'Confirmed by both' : stateText} isGood={state === 'made'} />
      }
    >
      <p>{state === 'made' ? 'You both confirmed this deal.' : texts.ask}</p>
      {state === 'made' && instance.features.vouches ? (
        <div className="thread-card-actions">
          <Button asChild size="sm" variant="outline">
            <Link to={`/deals?${VOUCH_PARAM}=${deal.id}`}>Write a Vouch</Link>
          </Button>
        </div>
      ) : null}
      {isOpen && !isMine ? (
        <div className="thread-card-actions">
          {button(true, 'Yes')}
          {button(false, 'No')}
        </div>
      ) : null}
      {failure && isOpen ? <CardFailure text={failure} /> : null}
      {isOpen ? (
        <p className="thread-card-note">
          {isMine
            ? `Waiting for ${other}'s answer.`
            : 'A yes from both counts as a deal on your profiles, once your accounts and the item are a day old. No price is stored, and a no leaves nothing.'}
        </p>
      ) : null}
    </ThreadCard>
  );
}
