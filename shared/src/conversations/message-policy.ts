import type { Problem } from '../platform/errors.ts';
import { MESSAGE_CHANGE_MINUTES } from '../platform/limits.ts';

/** What members can do with their own messages, and whether it requires a text message. */
const MESSAGE_ACTIONS = {
  edit: { isTextOnly: true, tooLate: `You can edit a message for ${MESSAGE_CHANGE_MINUTES} minutes.` },
  unsend: { isTextOnly: false, tooLate: `You can unsend a message for ${MESSAGE_CHANGE_MINUTES} minutes.` },
} as const;
export type MessageAction = keyof typeof MESSAGE_ACTIONS;

interface Changeable {
  senderId: string;
  messageType: string;
  createdAt: string;
  isRemoved?: true | undefined;
  isUnsent?: true | undefined;
  offer?: { state: string } | undefined;
  deal?: { state: string } | undefined;
  hold?: object | undefined;
  record?: { kind: string } | undefined;
}

/** Why a message that the product wrote, about an offer, a deal or a hold, does not change like any other. */
function agreementRefusal(action: MessageAction, { offer, deal, hold, record }: Changeable): string | null {
  if (hold) return 'What happened to a hold stays in the conversation.';
  if (record?.kind === 'offer') return 'The answer to an offer stays in the conversation.';
  if (record && !deal) return 'What was said about a deal stays in the conversation.';
  if (action === 'edit') {
    if (offer) return 'An offer cannot be edited. Make a new one instead.';
    return deal ? 'A question about a deal cannot be edited.' : null;
  }
  if (offer && offer.state !== 'open') return 'This offer is no longer open, so it cannot be unsent.';
  return deal?.state === 'made' ? 'This deal is confirmed, so its question cannot be unsent.' : null;
}

const conflict = (message: string): Problem => ({ code: 'conflict', message });

/**
 * Why a participant may not perform an action on a message; null when they may.
 * @param now in milliseconds
 */
export function messageRefusal(
  action: MessageAction,
  memberId: string | null,
  message: Changeable,
  now: number,
): Problem | null {
  const { isTextOnly, tooLate } = MESSAGE_ACTIONS[action];
  if (message.senderId !== memberId) return { code: 'forbidden', message: 'This is not your message.' };
  if (message.isRemoved) return conflict('This message was removed.');
  if (message.isUnsent) return conflict('This message was unsent.');
  if (isTextOnly && message.messageType !== 'text') return conflict('A photo cannot be edited.');
  const refusal = agreementRefusal(action, message);
  if (refusal) return conflict(refusal);
  const isLate = now - Date.parse(message.createdAt) > MESSAGE_CHANGE_MINUTES * 60_000;
  return isLate ? conflict(tooLate) : null;
}
