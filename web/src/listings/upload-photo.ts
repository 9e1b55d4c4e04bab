import type { Problem } from '@selvedge/shared/errors';
import type { Upload } from '@selvedge/shared/listings';
import { authorization, unauthorized } from '../lib/api.ts';

const LOST: Problem = { code: 'unavailable', message: 'the connection was lost' };

function parse<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

/**
 * Sends a photo. `fetch` cannot tell how much of a body has gone, so this is the older request.
 * @param onProgress from 0 to 1. Rejects with a `Problem`.
 */
export async function uploadPhoto(
  photo: Blob,
  name: string,
  onProgress: (part: number) => void,
): Promise<Upload> {
  const headers = await authorization();
  const form = new FormData();
  form.set('image', photo, name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/uploads/listings');
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(LOST);
    request.onload = () => {
      if (request.status === 201) return resolve(parse<Upload>(request.responseText) as Upload);
      if (request.status === 401) unauthorized();
      reject(parse<Problem>(request.responseText) ?? LOST);
    };
    request.send(form);
  });
}
