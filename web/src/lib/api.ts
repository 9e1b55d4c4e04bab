import type { Problem } from '@selvedge/shared/errors';

interface ApiParts {
  /** The current access token; null when nobody is signed in; rejects when that cannot be told now. */
  accessToken(): Promise<string | null>;
  /** The server no longer accepts the session. */
  onUnauthorized(): void;
}

let parts: ApiParts = { accessToken: async () => null, onUnauthorized: () => undefined };

/** Connects the calls to the session; called once, by the root. */
export function connectApi(given: ApiParts): void {
  parts = given;
}

const NO_CONNECTION: Problem = {
  code: 'unavailable',
  message: 'An unexpected error occurred. Please try again.',
};

/** A `Problem` that was answered or thrown; null for anything else, such as the error page of a proxy. */
export const problemIn = (value: unknown): Problem | null =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  'message' in value &&
  typeof value.message === 'string'
    ? (value as Problem)
    : null;

/** Statuses with which a proxy reports that it did not reach the server. */
const UNREACHED = [502, 503, 504];

/** The problem of a refused response. The page of a proxy in the server's place is never shown. */
async function problemOf(response: Response): Promise<Problem> {
  const told = problemIn(await response.json().catch(() => null));
  if (told) return told;
  return UNREACHED.includes(response.status) ? NO_CONNECTION : { ...NO_CONNECTION, code: 'internal' };
}

/** A page where the API answers is that of a captive portal or a proxy: the server was not reached. */
const isPage = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/html') ?? false;

/** The headers that authenticate a call. */
export async function authorization(): Promise<Record<string, string>> {
  const token = await parts.accessToken().catch(() => {
    throw NO_CONNECTION;
  });
  return token ? { authorization: `Bearer ${token}` } : {};
}

export const unauthorized = (): void => parts.onUnauthorized();

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const headers = await authorization();
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw NO_CONNECTION;
  });
  if (response.ok && isPage(response)) throw NO_CONNECTION;
  if (response.ok) return response;
  const problem = await problemOf(response);
  // A session without its second step has to sign in again, too.
  if (response.status === 401 || problem.code === 'insufficient_aal') unauthorized();
  throw problem;
}

/** The JSON of an answer; an empty object when it is no JSON. */
const jsonOf = (response: Response): Promise<unknown> => response.json().catch(() => ({}));

/**
 * One call of the REST contract whose JSON is not needed.
 * Rejects with the `Problem` that the server names, or with `unavailable` when it was not reached.
 */
export const apiSend = (
  method: string,
  path: string,
  body?: unknown,
  // Without `json`, so that every read goes through a function that checks what it got.
): Promise<Pick<Response, 'blob'>> => call(method, path, body);

/** The same, answered with an object. Anything else is not an answer of the server, and rejects with `unavailable`. */
export async function api<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await jsonOf(await call(method, path, body));
  const isObject = typeof answer === 'object' && answer !== null && !Array.isArray(answer);
  if (!isObject || Object.keys(answer).length === 0) throw NO_CONNECTION;
  // The server answers by its schemas; the caller names the type of that schema.
  return answer as T;
}

/** A page of a list. Without an array, nobody knows whether the list is empty: rejects with `unavailable`. */
export async function apiPage<T>(path: string): Promise<{ items: T[]; headers: Headers }> {
  const response = await call('GET', path);
  const items = await jsonOf(response);
  if (!Array.isArray(items)) throw NO_CONNECTION;
  return { items, headers: response.headers };
}

/** A list without its further pages. */
export const apiList = async <T>(path: string): Promise<T[]> => (await apiPage<T>(path)).items;

/** The address of the page after this one, as its `Link` header names it. */
export const nextPageOf = (link: string | null): string | null =>
  /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1] ?? null;

/** Whether a call was refused because the item does not exist. */
export const isNotFound = (error: unknown): boolean => problemIn(error)?.code === 'not_found';

/** Whether the server did not accept the session. */
export const isUnauthorized = (error: unknown): boolean => problemIn(error)?.code === 'unauthorized';

/** Whether an error says nothing about the call itself: the server failed, or was not reached. */
export const isUnspecific = (error: unknown): boolean =>
  error === NO_CONNECTION || problemIn(error)?.code === 'internal';

/** Errors of the browser's engine, such as a parse error: their text is not for people. */
const isEngineError = (error: unknown): boolean =>
  [TypeError, SyntaxError, RangeError, ReferenceError, DOMException].some((kind) => error instanceof kind);

/** The message of anything that was thrown. @param otherwise the text for a value without one for people */
export const messageOf = (error: unknown, otherwise: string): string =>
  typeof error === 'object' &&
  error !== null &&
  'message' in error &&
  typeof error.message === 'string' &&
  !isEngineError(error)
    ? error.message.replace(/^\d{3}:\s*/, '').replace(/^"|"$/g, '') || otherwise
    : otherwise;
