import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';
import type { OfferAnswer } from '@selvedge/shared/deals/offers';
import type { Ack } from '@selvedge/shared/platform/realtime';
import type { StoreApi } from 'zustand/vanilla';
import type { NewTarget } from '../../../lib/new-target.ts';
import type { Ports, Rest } from '../session/ports.ts';
import { replyTo, toProblem } from '../session/problem.ts';
import type { Reconciler } from '../session/reconciler.ts';
import type { MessagingState } from '../state.ts';

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
  reconciler: Pick<Reconciler, 'mergeResponse'>;
  mergeConversations(conversations: Conversation[]): void;
  receiveMessages(conversationId: string, messages: Message[]): void;
  /** Fetches a conversation again. */
  fetchConversations(ids: string[]): Promise<void>;
  jumpToEnd(conversationId: string): Promise<void>;
}

/** The message with this client id, if it was received although its ack was lost. */
function findReceived(
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
  const {
    store,
    live,
    rest,
    reconciler,
    mergeConversations,
    receiveMessages,
    fetchConversations,
    jumpToEnd,
  } = parts;

  /** Receives the message with which the server replies. Rejects with a `Problem`. */
  async function messageOf(
    conversationId: string,
    request: Promise<Ack<{ message: Message }>>,
  ): Promise<Message> {
    try {
      const { message } = await replyTo(request);
      receiveMessages(conversationId, [message]);
      return message;
    } catch (error) {
      // The refusal may mean that the item has changed.
      if (toProblem(error).code === 'conflict') void fetchConversations([conversationId]);
      throw error;
    }
  }

  return {
    /** Replaces the composer of the open thread with the form for an offer. */
    openOfferForm: (): void => store.setState({ isOffering: true, editing: null }),
    closeOfferForm: (): void => store.setState({ isOffering: false, editing: null }),

    /**
     * Makes an offer in a conversation, or in a new one about an item. Rejects with a `Problem`.
     * @returns the message that makes it; that of the first offer if the same client id was sent before
     */
    async makeOffer(about: string | NewTarget, terms: Terms): Promise<Message> {
      const opened = (target: NewTarget) =>
        reconciler.mergeResponse(rest.openConversation(target), (conversation) =>
          mergeConversations([conversation]),
        );
      const id = typeof about === 'string' ? about : (await opened(about)).id;
      try {
        const message = await messageOf(id, live.request('offer:make', { conversationId: id, ...terms }));
        void jumpToEnd(id);
        return message;
      } catch (problem) {
        const message = findReceived(store.getState(), id, terms.clientId);
        if (message) return message;
        throw problem;
      }
    },

    /**
     * Answers the offer of a message. Rejects with a `Problem`.
     * @param price the current price as shown; undefined for a WTB
     */
    async answerOffer(
      { conversationId, offer }: Message,
      answer: OfferAnswer,
      price?: string,
    ): Promise<void> {
      if (!offer) return;
      const input = { offerId: offer.id, answer, ...(price !== undefined && { listingPrice: price }) };
      await messageOf(conversationId, live.request('offer:answer', input));
    },
  };
}
