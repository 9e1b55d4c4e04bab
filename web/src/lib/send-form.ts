import type { Upload } from '@selvedge/shared/items/listings';
import type { Problem } from '@selvedge/shared/platform/errors';
import { authorization, problemIn, unauthorized } from './api.ts';
import type { FormProblem } from './form-problem.ts';

/** The problem of an upload that lost its connection. */
export const LOST: Problem = { code: 'unavailable', message: 'The connection was lost. Please try again.' };

/** Abort an upload after this long without progress: the connection is dead. */
const STALLED_AFTER_MS = 60_000;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const CODES: Record<number, Problem['code']> = {
  // Not `too_large`, for which forms name our own limit: the proxy has another.
  413: 'forbidden',
  415: 'unsupported_type',
  429: 'rate_limited',
};
/** The texts for refusals by a proxy, whose own error pages are never shown. */
const REASONS: Record<number, string> = {
  413: 'The network or a server in front of this site refuses files of this size. Please choose a smaller one, or tell the people who run the site.',
  415: 'Invalid file type',
  429: 'Too many uploads. Please try again later.',
};
/** Whether a retry may succeed. */
const isTransient = (status: number) => status === 408 || status >= 500;

/** A proxy may refuse with its own body; then only the status counts. */
function refusal(request: XMLHttpRequest): FormProblem {
  const { status, responseText } = request;
  const problem = problemIn(parse(responseText));
  if (!problem && isTransient(status)) return LOST;
  const retryAfter = Number(request.getResponseHeader('retry-after'));
  return {
    ...(problem ?? {
      code: CODES[status] ?? 'internal',
      message: REASONS[status] ?? 'The upload was refused.',
    }),
    ...(retryAfter > 0 && { retryAfter }),
  };
}

/**
 * Uploads a form with a file. Uses XMLHttpRequest because `fetch` cannot report upload progress.
 * @param onProgress from 0 to 1. Rejects with a `FormProblem`, also when it is aborted
 */
export async function sendForm<T>(
  path: string,
  form: FormData,
  onProgress: (part: number) => void,
  signal?: AbortSignal,
): Promise<T> {
  const headers = await authorization();
  if (signal?.aborted) throw LOST;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value);
    let stalled = setTimeout(() => request.abort(), STALLED_AFTER_MS);
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), STALLED_AFTER_MS);
      onProgress(total === 0 ? 0 : loaded / total);
    };
    signal?.addEventListener('abort', () => request.abort());
    request.onloadend = () => clearTimeout(stalled);
    request.onerror = () => reject(LOST);
    request.onabort = () => reject(LOST);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) {
        const body = parse(request.responseText);
        // A captive portal responds with a page of its own.
        if (typeof body !== 'object' || body === null) return reject(LOST);
        // The server's responses follow its schemas; the caller names the schema's type.
        return resolve(body as T);
      }
      if (request.status === 401) unauthorized();
      reject(refusal(request));
    };
    request.send(form);
  });
}

/** Uploads a photo of a listing. @param onProgress from 0 to 1. Rejects with a `Problem` */
export function uploadPhoto(photo: Blob, name: string, onProgress: (part: number) => void): Promise<Upload> {
  const form = new FormData();
  form.set('image', photo, name);
  return sendForm<Upload>('/api/uploads/listings', form, onProgress);
}
