import type { Mail } from './mailer.ts';
import { compose } from './templates.ts';

interface Unread {
  to: string;
  publicUrl: string;
  unsubscribe: string;
  conversations: { conversationId: string; from: string; item: string | null; said: string | null }[];
}

/** The mail about conversations with unread messages. It never contains message text, but says what is offered or held. */
export function unreadMail({ to, publicUrl, unsubscribe, conversations }: Unread): Mail {
  const [first] = conversations;
  const isSingle = conversations.length === 1 && first !== undefined;
  return {
    ...compose({
      to,
      subject: isSingle
        ? (first.said ?? `New message from ${first.from}`)
        : `New messages in ${conversations.length} conversations`,
      lead: isSingle ? 'You have a new message:' : 'You have new messages:',
      items: conversations.map(({ conversationId, from, item, said }) => ({
        text: said ?? (item === null ? from : `${from} · ${item}`),
        link: `${publicUrl}/messages/${conversationId}`,
      })),
      action: isSingle ? 'Read and reply' : 'See all messages',
      link: `${publicUrl}/messages${isSingle ? `/${first.conversationId}` : ''}`,
      note: 'You get one e-mail per conversation, and no more until you have read it.',
      unsubscribe: { text: 'Unsubscribe from message e-mails', link: unsubscribe },
    }),
    unsubscribe,
    ...(isSingle && { conversationId: first.conversationId }),
  };
}
