import type { Message } from '@selvedge/shared/conversations';
import type { Pending } from './outbox.ts';

/** What a thread shows as one row: a stored message, or one on its way. */
export interface ThreadItem {
  /** Stays the same when a message on its way becomes a stored one. */
  key: string;
  isMine: boolean;
  content: string;
  createdAt: string;
  isRemoved: boolean;
  /** None of the three while the server does not have it. */
  message: Message | null;
  id: string | null;
  seq: number | null;
  pending: Pending | null;
}

/** The rows of a thread in order: what is stored, then what is on its way. */
export function threadItems(
  messages: Message[],
  outbox: readonly Pending[],
  personId: string | null,
): ThreadItem[] {
  const stored = messages.map((message) => ({
    key: message.clientId,
    isMine: message.senderId === personId,
    content: message.content,
    isRemoved: message.isRemoved === true,
    message,
    id: message.id,
    createdAt: message.createdAt,
    seq: message.seq,
    pending: null,
  }));
  const storedIds = new Set(messages.map((message) => message.clientId));
  const waiting = outbox
    .filter((pending) => !storedIds.has(pending.clientId))
    .map((pending) => ({
      key: pending.clientId,
      isMine: true,
      content: pending.content,
      isRemoved: false,
      message: null,
      id: null,
      createdAt: pending.createdAt,
      seq: null,
      pending,
    }));
  return [...stored, ...waiting];
}
