import type { Problem } from '@selvedge/shared/errors';

/** A message on its way: shown at once, kept until the server has it. */
export interface Pending {
  /** Names the message for good: the server stores it once, however often it is sent. */
  clientId: string;
  conversationId: string;
  content: string;
  /** ISO time of writing; the order in which messages of one conversation leave. */
  createdAt: string;
  status: 'sending' | 'failed';
  /** Why it failed. */
  problem?: Problem;
}

/** Where messages wait that the server does not have yet. */
export interface OutboxStorage {
  load(personId: string): Promise<Pending[]>;
  put(personId: string, pending: Pending): Promise<void>;
  remove(clientId: string): Promise<void>;
  clear(personId: string): Promise<void>;
}
