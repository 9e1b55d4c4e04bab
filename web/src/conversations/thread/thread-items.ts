import type { Message } from '@selvedge/shared/conversations/conversations';
import type { OutgoingMessage } from '../store/outbox/outgoing-message.ts';

/** A message's photo: a stored one has a URL and a placeholder, an outgoing one its bytes. */
interface ItemPhoto {
  url: string | null;
  file: Blob | null;
  /** In pixels; null while unknown. */
  size: { width: number; height: number } | null;
  placeholder: string | undefined;
  /** The text for screen readers, which names the sender. */
  alt: string;
}

/** One row of a thread: a stored or an outgoing message. */
export interface ThreadItem {
  /** Does not change when an outgoing message becomes a stored one. */
  key: string;
  isMine: boolean;
  content: string;
  photo: ItemPhoto | null;
  createdAt: string;
  isRemoved: boolean;
  /** Null until the server has stored the message; so are `id` and `seq`. */
  message: Message | null;
  id: string | null;
  seq: number | null;
  outgoing: OutgoingMessage | null;
}

function storedPhoto(
  { imageUrl, image, sender, senderId }: Message,
  personId: string | null,
): ItemPhoto | null {
  if (imageUrl === null) return null;
  const alt = senderId === personId ? 'Photo from you' : `Photo from ${sender.username}`;
  return { url: imageUrl, file: null, size: image ?? null, placeholder: image?.placeholder, alt };
}

const outgoingPhoto = ({ photo }: OutgoingMessage): ItemPhoto | null =>
  photo
    ? { url: null, file: photo.file, size: photo.size, placeholder: undefined, alt: 'Photo from you' }
    : null;

/** Rows of stored messages, by member: an unchanged row keeps its identity, so that it does not rerender. */
const cache = new WeakMap<Message, { personId: string | null; item: ThreadItem }>();

function storedItem(message: Message, personId: string | null): ThreadItem {
  const before = cache.get(message);
  if (before?.personId === personId) return before.item;
  const item: ThreadItem = {
    key: message.clientId,
    isMine: message.senderId === personId,
    content: message.content,
    photo: storedPhoto(message, personId),
    isRemoved: message.isRemoved === true,
    message,
    id: message.id,
    createdAt: message.createdAt,
    seq: message.seq,
    outgoing: null,
  };
  cache.set(message, { personId, item });
  return item;
}

/** The rows of a thread in order: stored messages, then outgoing ones. */
export function threadItems(
  messages: Message[],
  outbox: readonly OutgoingMessage[],
  personId: string | null,
): ThreadItem[] {
  const stored = messages.map((message) => storedItem(message, personId));
  const storedIds = new Set(messages.map((message) => message.clientId));
  const outgoing = outbox
    .filter((one) => !storedIds.has(one.clientId))
    .map((one) => ({
      key: one.clientId,
      isMine: true,
      content: one.content,
      photo: outgoingPhoto(one),
      isRemoved: false,
      message: null,
      id: null,
      createdAt: one.createdAt,
      seq: null,
      outgoing: one,
    }));
  return [...stored, ...outgoing];
}
