import type { RequestBody } from '@selvedge/shared/platform/realtime';
import type { FormProblem } from '../../lib/form-problem.ts';
import type { Pending, PendingPhoto } from './outbox.ts';
import type { Photos } from './ports.ts';
import { toProblem } from './problem.ts';

interface PhotoDeliveryParts {
  photos: Photos;
  /** The message in its current state; undefined once it has left the outbox. */
  find(clientId: string): Pending | undefined;
  /** @param isPersisted whether the change is also stored, to survive a reload */
  change(clientId: string, changed: Partial<Pending>, isPersisted?: boolean): void;
}

/**
 * The result of preparing a photo: the request to send, the problem that prevents it, or that the message was
 * removed.
 */
type Prepared = { input: RequestBody<'message:send'> } | { problem: FormProblem } | { gone: true };

/** Prepares the photo of a message for sending: compresses, then uploads it, each step once. */
export function createPhotoDelivery({ photos, find, change }: PhotoDeliveryParts) {
  function changePhoto(clientId: string, changed: Partial<PendingPhoto>, isPersisted = true): void {
    const photo = find(clientId)?.photo;
    if (photo) change(clientId, { photo: { ...photo, ...changed } }, isPersisted);
  }

  async function upload({ clientId, conversationId }: Pending, photo: PendingPhoto): Promise<string> {
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
    async measure(clientId: string, file: Blob): Promise<void> {
      changePhoto(clientId, { size: await photos.sizeOf(file) });
    },

    async prepare(pending: Pending, photo: PendingPhoto): Promise<Prepared> {
      const { clientId, conversationId } = pending;
      try {
        const url = photo.url ?? (await upload(pending, photo));
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
    refused: (clientId: string): void => changePhoto(clientId, { url: null, part: 0 }),
  };
}
