import type { Problem } from '@selvedge/shared/errors';

/** A photo on its way, with its bytes: a reload does not lose them. */
export interface PendingPhoto {
  file: Blob;
  name: string;
  /** Pixels as it is shown; null until measured, and for what this browser cannot read. */
  size: { width: number; height: number } | null;
  /** Made smaller already. */
  isSmall: boolean;
  /** Once the server has it. */
  url: string | null;
  /** How much of it has gone, from 0 to 1. */
  part: number;
}

/** A message on its way: shown at once, kept until the server has it. */
export interface Pending {
  /** Names the message for good: the server stores it once, however often it is sent. */
  clientId: string;
  conversationId: string;
  content: string;
  photo?: PendingPhoto;
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
