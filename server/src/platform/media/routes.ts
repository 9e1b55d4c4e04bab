import { Upload } from '@selvedge/shared/items/listings';
import { LISTING_PHOTO_MAX_BYTES } from '@selvedge/shared/platform/limits';
import { mediaUrl } from '../core/media-url.ts';
import type { Api } from '../http/endpoint.ts';
import { newPhotoKey } from './media-key.ts';
import type { ReceivePicture } from './receive-picture.ts';

export function uploadRoutes(api: Api, takeIn: ReceivePicture): void {
  api.endpoint(
    {
      method: 'post',
      path: '/api/uploads/listings',
      budget: 'upload',
      summary: 'Upload a listing photo as multipart/form-data in the field `image`',
      access: 'member',
      scope: 'items',
      file: 'image',
      replies: { 201: Upload },
    },
    async ({ c, actor }) => {
      const { key, ...shown } = await takeIn(c, actor, {
        maxBytes: LISTING_PHOTO_MAX_BYTES,
        kind: 'listingPhoto',
        newKey: (name, at) => newPhotoKey(actor.id, name, at),
      });
      return c.json({ url: mediaUrl(key), ...shown } satisfies Upload, 201);
    },
  );
}
