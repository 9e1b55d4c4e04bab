import type { Upload } from '@selvedge/shared/listings';
import { sendForm } from '../lib/send-form.ts';

/** Uploads a photo. @param onProgress from 0 to 1. Rejects with a `Problem` */
export function uploadPhoto(photo: Blob, name: string, onProgress: (part: number) => void): Promise<Upload> {
  const form = new FormData();
  form.set('image', photo, name);
  return sendForm<Upload>('/api/uploads/listings', form, onProgress);
}
