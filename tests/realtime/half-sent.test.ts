import { once } from 'node:events';
import { globSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { phonePhoto } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { prepareDrill } from '../support/servers/drill.ts';

const PATIENCE = { timeout: 60_000, interval: 20 };
const DRIP_MS = 50;

const product = await prepareDrill();

type Member = Awaited<ReturnType<typeof signUp>>;

const port = () => Number(new URL(product.url).port);
const headOf = (method: string, path: string, headers: Record<string, string | number>) =>
  [`${method} ${path} HTTP/1.1`, `host: localhost:${port()}`]
    .concat(Object.entries(headers).map(([name, value]) => `${name}: ${value}`))
    .join('\r\n');

/** Opens a connection and writes raw data to it; `received` returns everything that came back. */
async function write(data: string | Uint8Array): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(port(), '127.0.0.1');
  let received = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(data, resolve));
  return { socket, received: () => received };
}

/** The bytes of a request that uploads a photo. */
async function uploadOf({ token }: Member): Promise<Buffer> {
  const photo = Buffer.from(await (await phonePhoto({ width: 240, height: 320 })).arrayBuffer());
  const part =
    'content-disposition: form-data; name="image"; filename="front.jpg"\r\ncontent-type: image/jpeg';
  const body = Buffer.concat([Buffer.from(`--b\r\n${part}\r\n\r\n`), photo, Buffer.from('\r\n--b--\r\n')]);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': body.length,
  };
  return Buffer.concat([Buffer.from(`${headOf('POST', '/api/uploads/listings', headers)}\r\n\r\n`), body]);
}

const refusesConnections = () =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port(), '127.0.0.1');
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true));
    socket.once('connect', () => socket.destroy());
  });
const incoming = () => globSync('incoming/*', { cwd: product.dataDir });

test('a stopping server answers requests half sent', async () => {
  const seller = await signUp(product.url, 'seller');
  const upload = await uploadOf(seller);
  const half = Math.floor(upload.length / 2);
  const photo = await write(upload.subarray(0, half));
  await vi.waitUntil(() => incoming().length > 0, PATIENCE);
  const body = JSON.stringify({ username: 'halfway' });
  const headers = {
    authorization: `Bearer ${seller.token}`,
    'content-type': 'application/json',
    'content-length': body.length,
  };
  const edit = await write(`${headOf('PATCH', '/api/auth/user', headers)}\r\n\r\n${body.slice(0, 5)}`);

  const stopped = product.stop();
  await vi.waitUntil(refusesConnections, PATIENCE);
  photo.socket.write(upload.subarray(half));
  edit.socket.write(body.slice(5));
  await Promise.all([once(photo.socket, 'close'), once(edit.socket, 'close')]);
  expect(photo.received()).toMatch(/^HTTP\/1\.1 201 /);
  expect(edit.received()).toMatch(/^HTTP\/1\.1 200 /);
  expect(await stopped).toBe(0);
  await product.start();
}, 120_000);

test('unfinished requests do not delay a stop', async () => {
  const seller = await signUp(product.url, 'slow');
  const upload = await uploadOf(seller);
  const announced = upload.toString('latin1').replace(/content-length: \d+/, 'content-length: 50000000');
  const body = await write(Buffer.from(announced, 'latin1'));
  await vi.waitUntil(() => incoming().length > 0, PATIENCE);
  const head = await write('GET /api/listings HTTP/1.1\r\nhost: ');
  const silent = await write('');
  const reader = connect(port(), '127.0.0.1');
  await once(reader, 'connect');
  reader.on('error', () => undefined).pause();
  for (let i = 0; i < 500; i += 1) reader.write(`${headOf('GET', '/api/openapi.json', {})}\r\n\r\n`);
  // The clients keep dripping bytes, so only the stop itself ends their requests.
  const dripping = setInterval(() => {
    for (const { socket } of [body, head]) if (socket.writable) socket.write('x');
  }, DRIP_MS);

  expect(await product.stop()).toBe(0);
  clearInterval(dripping);
  for (const { socket } of [body, head, silent]) socket.destroy();
  reader.destroy();
  expect(incoming()).toEqual([]);
  expect(product.output()).not.toMatch(/"level":50/);
}, 120_000);
