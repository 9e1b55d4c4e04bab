import { type Push, pushOf as pushOfMessage } from '@selvedge/shared/notifications/push';
import type { NotificationContext } from './may-notify.ts';

/** The push about a conversation with unread messages. */
export function pushOf({ conversationId, said, ...about }: NotificationContext): Push {
  return pushOfMessage(conversationId, about, said);
}
