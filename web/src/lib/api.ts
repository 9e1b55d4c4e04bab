import type { Feature } from '@selvedge/shared/instance/instance-settings';
import type { Problem } from '@selvedge/shared/platform/errors';
import { jsonBody } from './json-body.ts';

interface ApiParts {
  /** The current access token; null when signed out; rejects when the session is temporarily unavailable. */
  accessToken(): Promise<string | null>;
  /** The server no longer accepts the session. */
  onUnauthorized(): void;
  /** The instance has switched off what the call is part of. */
  onSwitchedOff(feature: Feature): void;
}

let parts: ApiParts = {
  accessToken: async () => null,
  onUnauthorized: () => undefined,
  onSwitchedOff: () => undefined,
};

/** Connects API calls to the session; called once, at the root. */
export function connectApi(newParts: Partial<ApiParts>): void {
  parts = { ...parts, ...newParts };
}

const NO_CONNECTION: Problem = {
  code: 'unavailable',
  message: 'An unexpected error occurred. Please try again.',
};

/**
 * A `Problem` that the server returned or that code threw; null for anything else, such as a proxy's error
 * page.
 */
export function problemIn(value: unknown): Problem | null {
  return typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    'message' in value &&
    typeof value.message === 'string'
    ? (value as Problem)
    : null;
}

/** Statuses with which a proxy reports that it could not reach the server. */
const GATEWAY_ERRORS = [502, 503, 504];

/** The problem in an error response. Never exposes the error page of a proxy. */
async function problemOf(response: Response): Promise<Problem> {
  const problem = problemIn(await response.json().catch(() => null));
  if (problem) return problem;
  return GATEWAY_ERRORS.includes(response.status) ? NO_CONNECTION : { ...NO_CONNECTION, code: 'internal' };
}

/** HTML in place of JSON comes from a captive portal or a proxy: the request did not reach the server. */
const isPage = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/html') ?? false;

/** Pending while the session ends or is replaced. */
let sessionChange: Promise<unknown> = Promise.resolve();

/** Holds back all calls until a change of the session has settled: the server may already refuse the old one. */
export function holdCalls(change: Promise<unknown>): void {
  sessionChange = change.catch(() => undefined);
}

/** The headers that authenticate a call. */
export async function authorization(): Promise<Record<string, string>> {
  await sessionChange;
  const token = await parts.accessToken().catch(() => {
    throw NO_CONNECTION;
  });
  return token ? { authorization: `Bearer ${token}` } : {};
}

export function unauthorized(): void {
  void sessionChange.then(() => parts.onUnauthorized());
}

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  const headers = await authorization();
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body: jsonBody(body) }),
  }).catch(() => {
    throw NO_CONNECTION;
  });
  if (response.ok && isPage(response)) throw NO_CONNECTION;
  if (response.ok) return response;
  const problem = await problemOf(response);
  if (problem.feature) parts.onSwitchedOff(problem.feature);
  // A session that lacks the second step has to sign in again, too.
  if (response.status !== 401 && problem.code !== 'insufficient_aal') throw problem;
  // The session may have been replaced since the read was sent.
  if (method === 'GET' && (await authorization()).authorization !== headers.authorization)
    return send(method, path);
  unauthorized();
  throw problem;
}

interface Change {
  body: string;
  /** When it was requested, in milliseconds. */
  at: number;
  response: Promise<Response>;
}
/** The last change of each resource that is being requested. */
const pending = new Map<string, Change>();
/** After this, an equal change is sent again: the first one may hang. */
const SAME_PRESS_MS = 5_000;

/** An equal change while one is pending comes from a second press: both get the response of the first. */
async function call(method: string, path: string, value?: unknown): Promise<Response> {
  if (method === 'GET') return send(method, path);
  const resource = `${method} ${path}`;
  const body = JSON.stringify(value) ?? '';
  const last = pending.get(resource);
  if (last?.body === body && performance.now() - last.at < SAME_PRESS_MS)
    return (await last.response).clone();
  const change: Change = { body, at: performance.now(), response: send(method, path, value) };
  pending.set(resource, change);
  try {
    return (await change.response).clone();
  } finally {
    if (pending.get(resource) === change) pending.delete(resource);
  }
}

/** A response's JSON; an empty object when it has none. */
const jsonOf = (response: Response): Promise<unknown> => response.json().catch(() => ({}));

/**
 * Calls the REST API when the caller does not need JSON.
 * Rejects with the server's `Problem`, or with `unavailable` when the server was not reached.
 */
export function apiSend(
  method: string,
  path: string,
  body?: unknown,
): Promise<Pick<Response, 'blob' | 'headers'>> {
  return call(method, path, body);
}

/**
 * Calls the REST API for an object. Anything else did not come from the server: rejects with `unavailable`.
 */
export async function api<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await jsonOf(await call(method, path, body));
  const isObject = typeof answer === 'object' && answer !== null && !Array.isArray(answer);
  if (!isObject || Object.keys(answer).length === 0) throw NO_CONNECTION;
  // The server's responses follow its schemas; the caller names the schema's type.
  return answer as T;
}

/**
 * A page of a list. Rejects with `unavailable` if the body is not an array: the list may not be empty.
 */
export async function apiPage<T>(path: string): Promise<{ items: T[]; headers: Headers }> {
  const response = await call('GET', path);
  const items = await jsonOf(response);
  if (!Array.isArray(items)) throw NO_CONNECTION;
  return { items, headers: response.headers };
}

/** Only the first page of a list. */
export async function apiList<T>(path: string): Promise<T[]> {
  return (await apiPage<T>(path)).items;
}

/** The URL of the next page, from the `Link` header. */
export function nextPageOf(link: string | null): string | null {
  return /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1] ?? null;
}

/** Whether a call failed because the item does not exist. */
export function isNotFound(error: unknown): boolean {
  return problemIn(error)?.code === 'not_found';
}

/** Whether the server rejected the session. */
export function isUnauthorized(error: unknown): boolean {
  return problemIn(error)?.code === 'unauthorized';
}

/** Whether an error is not about the call itself: the server failed or was not reached. */
export function isUnspecific(error: unknown): boolean {
  return error === NO_CONNECTION || problemIn(error)?.code === 'internal';
}

/** Errors of the JavaScript engine, such as a parse error; their text is not for users. */
const isEngineError = (error: unknown): boolean =>
  [TypeError, SyntaxError, RangeError, ReferenceError, DOMException].some((kind) => error instanceof kind);

/** The message of any thrown value. @param otherwise the text if the value has none for users */
export function messageOf(error: unknown, otherwise: string): string {
  return typeof error === 'object' &&
    error !== null &&
    'message' in error &&
    typeof error.message === 'string' &&
    !isEngineError(error)
    ? error.message.replace(/^\d{3}:\s*/, '').replace(/^"|"$/g, '') || otherwise
    : otherwise;
}
