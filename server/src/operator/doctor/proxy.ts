import { once } from 'node:events';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { LISTING_PHOTO_MAX_BYTES } from '@selvedge/shared/limits';
import { io } from 'socket.io-client';
import { type Finding, fail, ok, warn } from './finding.ts';
import { isLoopback } from './loopback.ts';

/** What answers at all does so long before. */
const PATIENCE_MS = 8_000;
/** How long a refusal of a size may take; it comes before anything else. */
const REFUSAL_MS = 4_000;

/** Whether a WebSocket comes through: a wrong token must be refused by the product, not by what stands before it. */
export async function checkWebSocket(publicUrl: string): Promise<Finding> {
  const socket = io(publicUrl, {
    transports: ['websocket'],
    auth: { token: 'doctor' },
    reconnection: false,
    timeout: PATIENCE_MS,
    // As the page would.
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

/** Whether the largest photo would be let in: proxies look at its announced size. Nothing of it is sent. */
export async function checkUploads(publicUrl: string): Promise<Finding> {
  const send = publicUrl.startsWith('https:') ? requestSecure : requestPlain;
  const request = send(`${publicUrl}/api/uploads/listings`, {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=doctor',
      'content-length': LISTING_PHOTO_MAX_BYTES,
    },
    // Whether it is trusted is told by another check.
    rejectUnauthorized: false,
  });
  request.on('error', () => undefined);
  request.flushHeaders();
  const answered = once(request, 'response').then(
    ([response]: { statusCode?: number }[]) => response?.statusCode,
    () => undefined,
  );
  // What waits for the whole of it has nothing against its size.
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

/** Whether what visitors hear comes through as it is told, not held back until there is more. */
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

/** Whether who comes through a proxy on this machine is taken for the machine itself. */
export async function checkForwarded(publicUrl: string): Promise<Finding[]> {
  if (isLoopback(publicUrl)) return [];
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
