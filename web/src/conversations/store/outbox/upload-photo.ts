import type { RequestBody } from '@selvedge/shared/platform/realtime';
import type { FormProblem } from '../../../lib/form-problem.ts';
import type { Photos } from '../session/ports.ts';
import { toProblem } from '../session/problem.ts';
import type { OutgoingMessage, OutgoingPhoto } from './outgoing-message.ts';

interface PhotoUploadParts {
  photos: Photos;
  /** The message in its current state; undefined once it has left the outbox. */
  find(clientId: string): OutgoingMessage | undefined;
  /** @param isPersisted whether the change is also stored, to survive a reload */
  change(clientId: string, changed: Partial<OutgoingMessage>, isPersisted?: boolean): void;
}

/**
 * The result of preparing a photo: the request to send, the problem that prevents it, or that the message has
 * left the outbox.
 */
type Prepared = { input: RequestBody<'message:send'> } | { problem: FormProblem } | { gone: true };

/** Prepares the photo of a message for sending: compresses, then uploads it, each step once. */
export function createPhotoUpload({ photos, find, change }: PhotoUploadParts) {
  function changePhoto(clientId: string, changed: Partial<OutgoingPhoto>, isPersisted = true): void {
    const photo = find(clientId)?.photo;
    if (photo) change(clientId, { photo: { ...photo, ...changed } }, isPersisted);
  }

  async function upload(
    { clientId, conversationId }: OutgoingMessage,
    photo: OutgoingPhoto,
  ): Promise<string> {
    const file = photo.isSmall ? photo.file : await photos.compress(photo.file);
    changePhoto(clientId, { file, isSmall: true, part: 0 });
    const { url } = await photos.upload(conversationId, file, photo.name, (part) =>
      changePhoto(clientId, { part }, false),
    );
    changePhoto(clientId, { url, part: 1 });
    return url;
  }

  return {
    /** Measures the photo, so that its box has the right size long before it is sent. */
    async measurePhoto(clientId: string, file: Blob): Promise<void> {
      changePhoto(clientId, { size: await photos.sizeOf(file) });
    },

    async preparePhoto(message: OutgoingMessage, photo: OutgoingPhoto): Promise<Prepared> {
      const { clientId, conversationId } = message;
      try {
        const url = photo.url ?? (await upload(message, photo));
        // The message was deleted meanwhile, or its sender has signed out.
        if (!find(clientId)) return { gone: true };
        return { input: { clientId, conversationId, type: 'image', url } };
      } catch (error) {
        return { problem: toProblem(error) };
      }
    },

    /**
     * The server refused the upload, perhaps because it has expired: the next attempt uploads the file again.
     */
    resetPhoto: (clientId: string): void => changePhoto(clientId, { url: null, part: 0 }),
  };
}
