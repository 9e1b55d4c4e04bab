import type { RequestInput } from '@selvedge/shared/realtime';
import type { FormProblem } from '../lib/form-problem.ts';
import type { Pending, PendingPhoto } from './outbox.ts';
import type { Photos } from './ports.ts';
import { toProblem } from './problem.ts';

interface PhotoDeliveryParts {
  photos: Photos;
  /** The message as it now is; undefined once it is no longer on its way. */
  find(clientId: string): Pending | undefined;
  /** @param isKept whether a reload finds it so, too. */
  change(clientId: string, changed: Partial<Pending>, isKept?: boolean): void;
}

/** What comes of bringing a photo to the server: what to send then, or why not. */
type Brought = { input: RequestInput<'message:send'> } | { problem: FormProblem } | { gone: true };

/** Brings the photo of a message to the server: made smaller, then uploaded, each step once. */
export function createPhotoDelivery({ photos, find, change }: PhotoDeliveryParts) {
  function changePhoto(clientId: string, changed: Partial<PendingPhoto>, isKept = true): void {
    const photo = find(clientId)?.photo;
    if (photo) change(clientId, { photo: { ...photo, ...changed } }, isKept);
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
    /** Its box is known as soon as it is measured, long before it is sent. */
    async measure(clientId: string, file: Blob): Promise<void> {
      changePhoto(clientId, { size: await photos.sizeOf(file) });
    },

    async bring(pending: Pending, photo: PendingPhoto): Promise<Brought> {
      const { clientId, conversationId } = pending;
      try {
        const url = photo.url ?? (await upload(pending, photo));
        // Deleted meanwhile, or its person has left.
        if (!find(clientId)) return { gone: true };
        return { input: { clientId, conversationId, type: 'image', url } };
      } catch (error) {
        return { problem: toProblem(error) };
      }
    },

    /** The server does not take the upload, perhaps since it was too long ago: the next try begins with the file. */
    refused: (clientId: string): void => changePhoto(clientId, { url: null, part: 0 }),
  };
}
