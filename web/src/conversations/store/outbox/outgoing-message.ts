import type { Problem } from '@selvedge/shared/platform/errors';

/** A photo that is not sent yet, with its bytes, so that a reload does not lose it. */
export interface OutgoingPhoto {
  file: Blob;
  name: string;
  /** In pixels, as displayed; null until measured, and for files that this browser cannot read. */
  size: { width: number; height: number } | null;
  /** Whether it has been compressed. */
  isSmall: boolean;
  /** The URL of the upload, once the server has it. */
  url: string | null;
  /** Upload progress, from 0 to 1. */
  part: number;
}

/** A message that the server does not have yet: shown immediately, and stored until the server has it. */
export interface OutgoingMessage {
  /** The idempotency key: the server stores the message once, however often it is sent. */
  clientId: string;
  conversationId: string;
  content: string;
  photo?: OutgoingPhoto;
  /** ISO time of writing; each conversation sends its messages in this order. */
  createdAt: string;
  status: 'sending' | 'failed';
  /** Why it failed. */
  problem?: Problem;
}
