import { Button, Flex } from '@chakra-ui/react';
import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';
import { isProofRequest, PROOF_REQUEST } from '@selvedge/shared/conversations/proof-requests';
import type { ListingDetails } from '@selvedge/shared/items/listings';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { instance } from '../../lib/instance.ts';
import { LISTING_KEY } from '../../lib/listing-keys.ts';
import { sendNamed } from '../../lib/session/username-question.ts';
import { messaging } from '../store/messaging.ts';
import { useMessaging } from '../use-messaging.ts';

const isOn = () => instance.features.proofPhoto !== 'off';

const isOnSale = ({ listing }: Conversation): boolean =>
  listing !== null && !listing.isSold && !listing.isRemoved;

/** Whether a listing is known to have no proof photo. */
function useIsUnproven(id: string | null, enabled: boolean): boolean {
  const { data } = useQuery({
    queryKey: [LISTING_KEY, id],
    queryFn: () => api<ListingDetails>('GET', `/api/listings/${id}`),
    enabled: enabled && id !== null,
  });
  return enabled && data !== undefined && !data.proofPhoto;
}

const requestProof = async () => void (await messaging.sendMessage(PROOF_REQUEST));

/**
 * Asks the seller for a proof photo with one tap, as long as the listing has none and the loaded messages do not ask
 * already.
 */
export function AskForProof({ conversation }: { conversation: Conversation }) {
  const { id, buyerId, listingId } = conversation;
  const isBuyer = useMessaging((s) => s.personId === buyerId);
  const hasAsked = useMessaging(({ threads: { [id]: thread }, outbox }) => {
    const sent = thread?.status === 'ready' ? thread.messages : [];
    const isOutgoing = outbox.some((one) => one.conversationId === id && one.content === PROOF_REQUEST);
    return isOutgoing || sent.some((message) => isProofRequest(message, conversation));
  });
  const mayAsk = isOn() && isBuyer && !hasAsked && isOnSale(conversation);
  if (!useIsUnproven(listingId, mayAsk)) return null;
  return (
    <Flex flexShrink={0} px={{ base: '3', md: '5' }} pb="1.5">
      <Button size="xs" variant="outline" onClick={() => void sendNamed(requestProof)}>
        Ask for a Proof Photo
      </Button>
    </Flex>
  );
}

/** Leads a seller who is asked for a proof photo to the form. */
export function AddProof({ message }: { message: Message }) {
  const conversation = useMessaging((s) => s.conversations[message.conversationId]);
  const isSeller = useMessaging((s) => s.personId === conversation?.sellerId);
  const listing = conversation?.listing;
  if (!isOn() || !listing || !isSeller || !isOnSale(conversation)) return null;
  if (!isProofRequest(message, conversation)) return null;
  return (
    <Button asChild size="xs" variant="outline" mt="1.5">
      <a href={`/listing/${listing.id}?proof=1`} target="_blank" rel="noopener">
        Add a Proof Photo
      </a>
    </Button>
  );
}
