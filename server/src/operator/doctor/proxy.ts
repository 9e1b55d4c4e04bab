import { once } from 'node:events';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { LISTING_PHOTO_MAX_BYTES } from '@selvedge/shared/platform/limits';
import { io } from 'socket.io-client';
import { isLoopbackHost } from '../../platform/core/ip-address.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** How long to wait for a response; a working server responds much sooner. */
const TIMEOUT_MS = 8_000;
/** How long a proxy may take to reject a size; it needs only the headers, so it responds immediately. */
const REFUSAL_MS = 4_000;

/** The product, not the proxy in front of it, must reject a wrong token. */
export async function checkWebSocket(publicUrl: string): Promise<Finding> {
  const socket = io(publicUrl, {
    transports: ['websocket'],
    auth: { token: 'doctor' },
    reconnection: false,
    timeout: TIMEOUT_MS,
    // The origin that the web client sends.
    extraHeaders: { origin: publicUrl },
  });
  const error = await new Promise<Error & { data?: { code?: string } }>((resolve) => {
    socket.once('connect_error', resolve);
  });
  socket.disconnect();
  return error.data?.code === 'unauthorized'
    ? ok('websocket', 'It gets through.')
    : fail(
        'websocket',
        'It does not get through: live chat does not work.',
        'Have the proxy pass on Upgrade and Connection, with HTTP/1.1, at least for /socket.io/.',
      );
}

/** Checks that the largest photo is allowed: proxies check the announced size, so no photo has to be sent. */
export async function checkUploads(publicUrl: string): Promise<Finding> {
  const send = publicUrl.startsWith('https:') ? requestSecure : requestPlain;
  const request = send(`${publicUrl}/api/uploads/listings`, {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=doctor',
      'content-length': LISTING_PHOTO_MAX_BYTES,
    },
    // Another check covers the certificate.
    rejectUnauthorized: false,
  });
  request.on('error', () => undefined);
  request.flushHeaders();
  const answered = once(request, 'response').then(
    ([response]: { statusCode?: number }[]) => response?.statusCode,
    () => undefined,
  );
  // No response means that the proxy waits for the body, so it accepts the size.
  const silence = new Promise<undefined>((resolve) => setTimeout(resolve, REFUSAL_MS, undefined).unref());
  const status = await Promise.race([answered, silence]);
  request.destroy();
  return status === 413
    ? fail(
        'uploads',
        'The proxy rejects photos that the product accepts.',
        `Allow bodies of ${LISTING_PHOTO_MAX_BYTES / 2 ** 20} MB (nginx: client_max_body_size).`,
      )
    : ok('uploads', 'The largest photo gets through.');
}

/** Checks that the visitors' event stream arrives immediately, instead of being buffered by the proxy. */
export async function checkStream(publicUrl: string): Promise<Finding> {
  const buffered = warn(
    'event stream',
    'The proxy buffers the events for visitors.',
    'Turn buffering off for /api/live (nginx: proxy_buffering off).',
  );
  try {
    const response = await fetch(`${publicUrl}/api/live`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    await reader?.cancel();
    return first?.value ? ok('event stream', 'It gets through.') : buffered;
  } catch {
    return buffered;
  }
}

/** Checks that requests through a proxy on this machine do not count as local. */
export async function checkForwarded(publicUrl: string): Promise<Finding[]> {
  if (isLoopbackHost(new URL(publicUrl).hostname)) return [];
  const { status } = await fetch(`${publicUrl}/metrics`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return status === 200
    ? [
        fail(
          'proxy',
          'It does not forward the client address: anyone can read /metrics.',
          'Have it set X-Forwarded-For and pass on Host.',
        ),
      ]
    : [ok('proxy', '/metrics is not public.')];
}
