import type { Upload } from '@selvedge/shared/listings';
import { compressPhoto } from '../lib/compress.ts';
import { sendForm } from '../lib/send-form.ts';
import type { Photos } from './ports.ts';

/** What the browser does with photos on their way. */
export const photos: Photos = {
  async sizeOf(file) {
    const url = URL.createObjectURL(file);
    try {
      const image = new Image();
      image.src = url;
      // Resolves with the picture's header and pixels read; rejects for what this browser cannot show.
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
