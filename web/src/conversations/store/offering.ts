import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';
import type { OfferAnswer } from '@selvedge/shared/deals/offers';
import type { Ack } from '@selvedge/shared/platform/realtime';
import type { StoreApi } from 'zustand/vanilla';
import type { NewTarget } from '../../lib/new-target.ts';
import type { Ports, Rest } from './ports.ts';
import { toProblem } from './problem.ts';
import type { Reads } from './reads.ts';
import type { MessagingState } from './state.ts';

/** An offer as it is sent. */
interface Terms {
  /** The same for each repeat. */
  clientId: string;
  amount: string;
  listingPrice?: string;
}

interface OfferingParts {
  store: StoreApi<MessagingState>;
  live: Ports['live'];
  rest: Pick<Rest, 'openConversation'>;
  reads: Pick<Reads, 'read'>;
  received(conversations: Conversation[]): void;
  arrived(conversationId: string, messages: Message[]): void;
  /** Fetches a conversation again. */
  fetchConversations(ids: string[]): Promise<void>;
  jumpToEnd(conversationId: string): Promise<void>;
}

/** The message with this client id, if it has arrived although its ack was lost. */
function findArrived(
  { threads }: MessagingState,
  conversationId: string,
  clientId: string,
): Message | undefined {
  const thread = threads[conversationId];
  return thread?.status === 'ready' ? thread.messages.find((one) => one.clientId === clientId) : undefined;
}

/**
 * Makes and answers offers. Nothing is queued: what cannot be sent now is refused, because the item may have
 * changed by the next connection.
 */
export function createOffering(parts: OfferingParts) {
  const { store, live, rest, reads, received, arrived, fetchConversations, jumpToEnd } = parts;

  /** Rejects with the `Problem` of the refusal or the lost connection. */
  async function replyTo(
    conversationId: string,
    request: Promise<Ack<{ message: Message }>>,
  ): Promise<Message> {
    const ack = await request.catch((error: unknown) => ({ ok: false, error: toProblem(error) }) as const);
    if (ack.ok) {
      arrived(conversationId, [ack.message]);
      return ack.message;
    }
    // The refusal may mean that the item has changed.
    if (ack.error.code === 'conflict') void fetchConversations([conversationId]);
    throw ack.error;
  }

  return {
    /** Replaces the composer of the open thread with the form for an offer, or the other way round. */
    offerFormShown(isOffering: boolean): void {
      store.setState({ isOffering, editing: null });
    },

    /**
     * Makes an offer in a conversation, or in a new one about an item. Rejects with a `Problem`.
     * @returns the message that makes it; that of the first offer if the same client id was sent before
     */
    async offerMade(about: string | NewTarget, terms: Terms): Promise<Message> {
      const opened = (target: NewTarget) =>
        reads.read(rest.openConversation(target), (conversation) => received([conversation]));
      const id = typeof about === 'string' ? about : (await opened(about)).id;
      try {
        const message = await replyTo(id, live.request('offer:make', { conversationId: id, ...terms }));
        void jumpToEnd(id);
        return message;
      } catch (problem) {
        const message = findArrived(store.getState(), id, terms.clientId);
        if (message) return message;
        throw problem;
      }
    },

    /**
     * Answers the offer of a message. Rejects with a `Problem`.
     * @param price the current price as shown; undefined for a WTB
     */
    async offerAnswered(
      { conversationId, offer }: Message,
      answer: OfferAnswer,
      price?: string,
    ): Promise<void> {
      if (!offer) return;
      const input = { offerId: offer.id, answer, ...(price !== undefined && { listingPrice: price }) };
      await replyTo(conversationId, live.request('offer:answer', input));
    },
  };
}
