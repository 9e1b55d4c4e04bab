import type { Api } from '../../../server/src/platform/http/endpoint.ts';

type Endpoint = Api['endpoints'][number];

/** Whether the method changes state: cross-site request forgery would use it. */
export const isUnsafe = ({ method }: Pick<Endpoint, 'method'>): boolean => method !== 'get';

/** The path of a call with ids that do not exist. */
export const addressOf = ({ path }: Pick<Endpoint, 'path'>): string =>
  path.replaceAll(/:\w+/g, '0198a000-0000-7000-8000-000000000000');

/** Makes a call as a program would; the body is sent as JSON, unless the call takes another type. */
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
  // An event stream never ends, so its body is not awaited.
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (isStream) await response.body?.cancel();
  return { status: response.status, headers: response.headers, text: isStream ? '' : await response.text() };
}
