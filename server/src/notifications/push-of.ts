import { type Push, pushOf as pushOfMessage } from '@selvedge/shared/push';
import type { NotificationContext } from './may-notify.ts';

/** The push about a conversation with unread messages. */
export const pushOf = ({ conversationId, from, item, offer }: NotificationContext): Push =>
  offer === null
    ? pushOfMessage(conversationId, from, item)
    : { conversationId, title: offer, body: 'New message' };
