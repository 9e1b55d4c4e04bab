import { once } from 'node:events';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { LISTING_PHOTO_MAX_BYTES } from '@selvedge/shared/limits';
import { io } from 'socket.io-client';
import { isLoopbackHost } from '../../core/ip-address.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** How long an answer is waited for; a working server answers much sooner. */
const PATIENCE_MS = 8_000;
/** How long a proxy may take to refuse a size; a refusal comes at once, since it needs no more than the headers. */
const REFUSAL_MS = 4_000;

/** Checks that WebSockets get through: the product, not the proxy in front of it, has to refuse a wrong token. */
export async function checkWebSocket(publicUrl: string): Promise<Finding> {
  const socket = io(publicUrl, {
    transports: ['websocket'],
    auth: { token: 'doctor' },
    reconnection: false,
    timeout: PATIENCE_MS,
    // The origin that the web client would send.
    extraHeaders: { origin: publicUrl },
  });
  const said = await new Promise<Error & { data?: { code?: string } }>((resolve) => {
    socket.once('connect_error', resolve);
  });
  socket.disconnect();
  return said.data?.code === 'unauthorized'
    ? ok('websocket', 'It comes through.')
    : fail(
        'websocket',
        'It does not come through: nobody can talk live.',
        'Have the proxy pass Upgrade and Connection on, with HTTP/1.1, for /socket.io/ at least.',
      );
}

/** Checks that the largest photo would be let in: proxies go by the announced size, so none of it has to be sent. */
export async function checkUploads(publicUrl: string): Promise<Finding> {
  const send = publicUrl.startsWith('https:') ? requestSecure : requestPlain;
  const request = send(`${publicUrl}/api/uploads/listings`, {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=doctor',
      'content-length': LISTING_PHOTO_MAX_BYTES,
    },
    // The certificate is the subject of another check.
    rejectUnauthorized: false,
  });
  request.on('error', () => undefined);
  request.flushHeaders();
  const answered = once(request, 'response').then(
    ([response]: { statusCode?: number }[]) => response?.statusCode,
    () => undefined,
  );
  // No answer means that the proxy waits for the body, so it accepts the size.
  const silence = new Promise<undefined>((resolve) => setTimeout(resolve, REFUSAL_MS, undefined).unref());
  const status = await Promise.race([answered, silence]);
  request.destroy();
  return status === 413
    ? fail(
        'uploads',
        'The proxy refuses photos that the product takes.',
        `Let it take bodies of ${LISTING_PHOTO_MAX_BYTES / 2 ** 20} MB (nginx: client_max_body_size).`,
      )
    : ok('uploads', 'The largest photo is let in.');
}

/** Checks that the visitors' event stream gets through at once, and the proxy does not buffer it. */
export async function checkStream(publicUrl: string): Promise<Finding> {
  const held = warn(
    'event stream',
    'The proxy holds back what visitors are told.',
    'Turn buffering off for /api/live (nginx: proxy_buffering off).',
  );
  try {
    const response = await fetch(`${publicUrl}/api/live`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    await reader?.cancel();
    return first?.value ? ok('event stream', 'It comes through.') : held;
  } catch {
    return held;
  }
}

/** Checks that requests through a proxy on this machine do not count as coming from the machine itself. */
export async function checkForwarded(publicUrl: string): Promise<Finding[]> {
  if (isLoopbackHost(new URL(publicUrl).hostname)) return [];
  const { status } = await fetch(`${publicUrl}/metrics`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  return status === 200
    ? [
        fail(
          'proxy',
          'It does not say for whom it asks: everybody can read /metrics.',
          'Have it set X-Forwarded-For and pass Host on.',
        ),
      ]
    : [ok('proxy', '/metrics is closed to the outside.')];
}
