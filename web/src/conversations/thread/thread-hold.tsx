import type { Conversation } from '@selvedge/shared/conversations/conversations';
import { HoldStrip } from '../../deals/holds/hold-strip.tsx';
import { useHold } from '../../deals/holds/use-hold.ts';
import { messaging } from '../store/messaging.ts';
import { useMessaging } from '../use-messaging.ts';

interface ThreadHoldProps {
  conversation: Pick<Conversation, 'id' | 'sellerId' | 'buyer'>;
  listing: NonNullable<Conversation['listing']>;
}

/** Says below a thread's listing that it is on hold. */
export function ThreadHold({ conversation: { id, sellerId, buyer }, listing }: ThreadHoldProps) {
  const personId = useMessaging((s) => s.personId);
  const onChanged = () => void messaging.fetchConversations([id]);
  const { line, ...actions } = useHold(listing.id, { isOnHold: true, onChanged });
  return (
    <HoldStrip
      listing={listing}
      line={line}
      isSeller={personId === sellerId}
      buyer={buyer}
      actions={actions}
    />
  );
}
