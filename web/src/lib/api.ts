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
  typeof value === 'object' && value !== null && 'code' in value && 'message' in value
    ? (value as Problem)
    : null;

/** The problem of a refused response, whatever its body is. */
export async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  return problemIn(body) ?? { code: 'internal', message: `${response.status}: ${response.statusText}` };
}

/** The headers that authenticate a call. */
export async function authorization(): Promise<Record<string, string>> {
  const token = await parts.accessToken().catch(() => {
    throw NO_CONNECTION;
  });
  return token ? { authorization: `Bearer ${token}` } : {};
}

export const unauthorized = (): void => parts.onUnauthorized();

/**
 * One call of the REST contract.
 * Rejects with the `Problem` that the server names, or with `unavailable` when it was not reached.
 */
export async function apiResponse(method: string, path: string, body?: unknown): Promise<Response> {
  const headers = await authorization();
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw NO_CONNECTION;
  });
  if (response.ok) return response;
  const problem = await problemOf(response);
  // A session without its second step has to sign in again, too.
  if (response.status === 401 || problem.code === 'insufficient_aal') unauthorized();
  throw problem;
}

/** The same, answered with the JSON body. */
export async function api<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await apiResponse(method, path, body);
  // The server answers by its schemas; the caller names the type of that schema.
  return (await response.json()) as T;
}

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

/** The message of anything that was thrown. @param otherwise the text for a value without one */
export const messageOf = (error: unknown, otherwise: string): string =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
    ? error.message.replace(/^\d{3}:\s*/, '').replace(/^"|"$/g, '') || otherwise
    : otherwise;
