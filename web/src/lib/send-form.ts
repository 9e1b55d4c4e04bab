import type { Problem } from '@selvedge/shared/errors';
import { authorization, problemIn, unauthorized } from './api.ts';
import type { FormProblem } from './form-problem.ts';

/** The problem of an upload whose connection was lost. */
export const LOST: Problem = { code: 'unavailable', message: 'the connection was lost' };

/** How long an upload may go without any progress before it is given up: the link is dead. */
const STALLED_AFTER_MS = 60_000;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const CODES: Record<number, Problem['code']> = {
  413: 'too_large',
  415: 'unsupported_type',
  429: 'rate_limited',
};
/** Reasons for the refusals of a proxy, whose own pages are not shown. */
const REASONS: Record<number, string> = {
  413: 'File too large',
  415: 'Invalid file type',
  429: 'Too many uploads. Please try again later.',
};
/** Whether a retry may be answered differently. */
const isTransient = (status: number) => status === 408 || status >= 500;

/** A proxy may refuse with a body of its own: of that, only the status is understood. */
function refusal(request: XMLHttpRequest): FormProblem {
  const { status, responseText } = request;
  const told = problemIn(parse(responseText));
  if (!told && isTransient(status)) return LOST;
  const retryAfter = Number(request.getResponseHeader('retry-after'));
  return {
    ...(told ?? { code: CODES[status] ?? 'internal', message: REASONS[status] ?? 'the upload was refused' }),
    ...(retryAfter > 0 && { retryAfter }),
  };
}

/**
 * Sends a form with a file. Not by `fetch`, which cannot report upload progress.
 * @param onProgress from 0 to 1. Rejects with a `FormProblem`
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
    let silence = setTimeout(() => request.abort(), STALLED_AFTER_MS);
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(silence);
      silence = setTimeout(() => request.abort(), STALLED_AFTER_MS);
      onProgress(total === 0 ? 0 : loaded / total);
    };
    request.onloadend = () => clearTimeout(silence);
    request.onerror = () => reject(LOST);
    request.onabort = () => reject(LOST);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) {
        const answer = parse(request.responseText);
        // A captive portal answers with a page of its own.
        if (typeof answer !== 'object' || answer === null) return reject(LOST);
        // The server answers by its schemas; the caller names the type of that schema.
        return resolve(answer as T);
      }
      if (request.status === 401) unauthorized();
      reject(refusal(request));
    };
    request.send(form);
  });
}
