import type { Api } from '../../server/src/endpoint.ts';

type Endpoint = Api['endpoints'][number];

/** Calls that change something: those that another site would like a browser to make. */
export const isUnsafe = ({ method }: Pick<Endpoint, 'method'>): boolean => method !== 'get';

/** The address of a call about things that there are none of. */
export const addressOf = ({ path }: Pick<Endpoint, 'path'>): string =>
  path.replaceAll(/:\w+/g, '0198a000-0000-7000-8000-000000000000');

/** Makes a call as a program does; a body goes as JSON, unless its type is another. */
export async function makeCall(
  url: string,
  { method, path }: Endpoint,
  { token, body, headers }: { token?: string; body?: string; headers?: Record<string, string> } = {},
) {
  const response = await fetch(url + addressOf({ path }), {
    method: method.toUpperCase(),
    redirect: 'manual',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && method !== 'get' && { body }),
  });
  // A stream of events has no end.
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (isStream) await response.body?.cancel();
  return { status: response.status, headers: response.headers, text: isStream ? '' : await response.text() };
}
