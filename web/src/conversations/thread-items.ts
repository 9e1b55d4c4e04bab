import type { Message } from '@selvedge/shared/conversations';
import type { Pending } from './outbox.ts';

/** The photo of a message: what is stored has an address and a placeholder, what is on its way its bytes. */
export interface ItemPhoto {
  url: string | null;
  file: Blob | null;
  /** Pixels; null while unknown. */
  size: { width: number; height: number } | null;
  placeholder: string | undefined;
  /** Whose it is, for who does not see it. */
  alt: string;
}

/** What a thread shows as one row: a stored message, or one on its way. */
export interface ThreadItem {
  /** Stays the same when a message on its way becomes a stored one. */
  key: string;
  isMine: boolean;
  content: string;
  photo: ItemPhoto | null;
  createdAt: string;
  isRemoved: boolean;
  /** None of the three while the server does not have it. */
  message: Message | null;
  id: string | null;
  seq: number | null;
  pending: Pending | null;
}

function storedPhoto(
  { imageUrl, image, sender, senderId }: Message,
  personId: string | null,
): ItemPhoto | null {
  if (imageUrl === null) return null;
  const alt = senderId === personId ? 'Photo from you' : `Photo from ${sender.username}`;
  return { url: imageUrl, file: null, size: image ?? null, placeholder: image?.placeholder, alt };
}

const waitingPhoto = ({ photo }: Pending): ItemPhoto | null =>
  photo
    ? { url: null, file: photo.file, size: photo.size, placeholder: undefined, alt: 'Photo from you' }
    : null;

/** Rows of stored messages, and for whom: a row that stays the same is not drawn again when others come. */
const known = new WeakMap<Message, { personId: string | null; item: ThreadItem }>();

function storedItem(message: Message, personId: string | null): ThreadItem {
  const before = known.get(message);
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
    pending: null,
  };
  known.set(message, { personId, item });
  return item;
}

/** The rows of a thread in order: what is stored, then what is on its way. */
export function threadItems(
  messages: Message[],
  outbox: readonly Pending[],
  personId: string | null,
): ThreadItem[] {
  const stored = messages.map((message) => storedItem(message, personId));
  const storedIds = new Set(messages.map((message) => message.clientId));
  const waiting = outbox
    .filter((pending) => !storedIds.has(pending.clientId))
    .map((pending) => ({
      key: pending.clientId,
      isMine: true,
      content: pending.content,
      photo: waitingPhoto(pending),
      isRemoved: false,
      message: null,
      id: null,
      createdAt: pending.createdAt,
      seq: null,
      pending,
    }));
  return [...stored, ...waiting];
}
