import type { Problem } from '@selvedge/shared/errors';
import { authorization, unauthorized } from './api.ts';

/** Rejected with when the connection did not last. */
export const LOST: Problem = { code: 'unavailable', message: 'the connection was lost' };

/** A form of which nothing has gone and nothing has come back for so long is given up: the link is dead. */
const SILENCE_MAX_MS = 60_000;

function parse<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

/**
 * Sends a form with a file. `fetch` cannot tell how much of a body has gone, so this is the older request.
 * @param onProgress from 0 to 1. Rejects with a `Problem`.
 */
export async function sendForm<T>(
  path: string,
  form: FormData,
  onProgress: (part: number) => void,
): Promise<T> {
  const headers = await authorization();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value);
    let silence = setTimeout(() => request.abort(), SILENCE_MAX_MS);
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(silence);
      silence = setTimeout(() => request.abort(), SILENCE_MAX_MS);
      onProgress(total === 0 ? 0 : loaded / total);
    };
    request.onloadend = () => clearTimeout(silence);
    request.onerror = () => reject(LOST);
    request.onabort = () => reject(LOST);
    request.onload = () => {
      // The server sends what its schemas say; the caller names the same type.
      if (request.status >= 200 && request.status < 300) return resolve(parse(request.responseText) as T);
      if (request.status === 401) unauthorized();
      reject(parse<Problem>(request.responseText) ?? LOST);
    };
    request.send(form);
  });
}
