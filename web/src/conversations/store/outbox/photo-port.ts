import type { Upload } from '@selvedge/shared/items/listings';
import { compressPhoto } from '../../../lib/compress.ts';
import { sendForm } from '../../../lib/send-form.ts';
import type { Photos } from '../session/ports.ts';

/** Browser APIs for photos before they are sent. */
export const photos: Photos = {
  async sizeOf(file) {
    const url = URL.createObjectURL(file);
    try {
      const image = new Image();
      image.src = url;
      // `decode` resolves once header and pixels are decoded, and rejects for files that this browser cannot
      // show.
      await image.decode();
      return { width: image.naturalWidth, height: image.naturalHeight };
    } catch {
      return null;
    } finally {
      URL.revokeObjectURL(url);
    }
  },
  compress: compressPhoto,
  upload(conversationId, photo, name, onProgress) {
    const form = new FormData();
    form.set('image', photo, name);
    return sendForm<Upload>(`/api/conversations/${conversationId}/images`, form, onProgress);
  },
};
