import type { Upload } from '@selvedge/shared/items/listings';
import { CHAT_IMAGE_MAX_BYTES } from '@selvedge/shared/platform/limits';
import type { Context } from 'hono';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/errors.ts';
import type { Tx } from '../db/database.ts';
import type { StoredPhoto } from '../db/stored-photo.ts';
import { chatImageKeyOfUrl, newChatImageKey } from './media-key.ts';
import type { PrivateUrls } from './private-url.ts';
import { takeUpload } from './queries.ts';
import type { ReceivePicture } from './receive-picture.ts';

/** Photos in conversations, each under `chatimages/{conversationId}/`. Only the two members may see them. */
export interface ChatImages {
  /** Receives the form field `image`. A message may claim the photo within a day. @throws AppError */
  takeIn(c: Context, actor: Pick<Actor, 'id'>, conversationId: string): Promise<Upload>;
  /** Valid for this viewer for a few minutes; the caller checks that they may see the photo. */
  urlFor(key: string, viewerId: string): string;
  discard(keys: string[]): Promise<void>;
  /** Streams the widest variant of the photo; empty when it is gone. */
  read(key: string): AsyncIterable<Uint8Array>;
}

const TEXTS: Partial<Record<string, string>> = {
  too_large: 'File too large',
  unsupported_type: 'Invalid file type',
};

function withChatTexts(error: unknown): unknown {
  const text = error instanceof AppError ? TEXTS[error.code] : undefined;
  return error instanceof AppError && text ? new AppError(error.code, text, { cause: error }) : error;
}

export function createChatImages(
  takeIn: ReceivePicture,
  urls: PrivateUrls,
  { discard, read }: Pick<ChatImages, 'discard' | 'read'>,
): ChatImages {
  return {
    async takeIn(c, actor, conversationId) {
      const expected = {
        maxBytes: CHAT_IMAGE_MAX_BYTES,
        kind: 'photo' as const,
        newKey: (name: string, at: Date) => newChatImageKey(conversationId, name, at),
      };
      const { key, ...shown } = await takeIn(c, actor, expected).catch((error: unknown) => {
        throw withChatTexts(error);
      });
      return { url: urls.urlFor(key, actor.id), ...shown };
    },
    urlFor: (key, viewerId) => urls.urlFor(key, viewerId),
    discard,
    read,
  };
}

/** Claims once. @throws invalid_input unless the URL is this member's unused upload to the conversation */
export async function claimChatImage(
  tx: Tx,
  { ownerId, conversationId, url }: { ownerId: string; conversationId: string; url: string },
  at: Date,
): Promise<StoredPhoto> {
  const key = chatImageKeyOfUrl(url, conversationId);
  const [photo] = key === null ? [] : await takeUpload(tx, { key, ownerId, at });
  if (photo) return photo;
  throw new AppError('invalid_input', 'Please upload this photo again.', {
    issues: [{ path: 'url', message: 'Please upload this photo again.' }],
  });
}
