import type { Conversation, Message } from './conversations.ts';

/** Asking for a proof photo sends this text as an ordinary message. */
export const PROOF_REQUEST = 'Could you add a proof photo?';

/** Whether a message asks the seller of its conversation's listing for a proof photo; they get a button to add one. */
export function isProofRequest(
  message: Pick<Message, 'senderId' | 'messageType' | 'content'>,
  { isWTB, buyerId }: Pick<Conversation, 'isWTB' | 'buyerId'>,
): boolean {
  return (
    !isWTB &&
    message.senderId === buyerId &&
    message.messageType === 'text' &&
    message.content.trim() === PROOF_REQUEST
  );
}
