import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { ConfigError, readConfig } from '../../../server/src/config.ts';
import { createLog } from '../../../server/src/observability/log.ts';
import { newChatImageKey, newPhotoKey, newPortraitKey } from '../../../server/src/uploads/media-key.ts';
import type { S3Settings } from '../../../server/src/uploads/s3-settings.ts';
import { createS3Store } from '../../../server/src/uploads/s3-store.ts';
import { startS3 } from '../../support/peers/s3.ts';

const person = '01900000-0000-7000-8000-000000000001';
const at = new Date(1_700_000_000_000);
const key = newPhotoKey(person, 'front.jpg', at);
const BYTES = Buffer.from('a picture');

/** A store with what it has logged. */
function open(settings: S3Settings) {
  const logged: string[] = [];
  const log = createLog('info', { write: (line: string) => void logged.push(line) });
  return { store: createS3Store(settings, log), logged };
}
const down = { code: 'storage_down', retryAfter: 30 };

async function startPeer() {
  const peer = await startS3();
  onTestFinished(peer.close);
  return peer;
}

/** A store that answers each request as the test says. */
async function startScript(answers: ((request: IncomingMessage, response: ServerResponse) => void)[]) {
  const asked: string[] = [];
  const http = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume();
    const answer = answers.shift();
    if (answer) answer(request, response);
    else response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const endpoint = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const settings = { endpoint, bucket: 'b', region: 'r', accessKeyId: 'k', secretAccessKey: 's' };
  return { ...open(settings), asked };
}
const failing = (_: IncomingMessage, response: ServerResponse) => void response.writeHead(503).end();
const cut = (request: IncomingMessage) => void request.socket.destroy();

describe('the settings of the photo store', () => {
  const whole = {
    S3_ENDPOINT: 'https://s3.example/',
    S3_BUCKET: 'b-1',
    S3_ACCESS_KEY_ID: 'k',
    S3_SECRET_ACCESS_KEY: 's',
  };

  test('are all there or none, but for the region', () => {
    expect(readConfig({}).s3).toBeNull();
    expect(readConfig(whole).s3).toEqual({
      endpoint: 'https://s3.example',
      bucket: 'b-1',
      region: 'us-east-1',
      accessKeyId: 'k',
      secretAccessKey: 's',
    });
    expect(readConfig({ ...whole, S3_REGION: 'eu-west-1' }).s3?.region).toBe('eu-west-1');
    for (const missing of Object.keys(whole)) {
      expect(() => readConfig({ ...whole, [missing]: '' }), missing).toThrow(ConfigError);
    }
    expect(() => readConfig({ S3_REGION: 'eu-west-1', PORT: 'none' })).toThrow(/PORT[\s\S]*S3_ENDPOINT/);
  });

  test('name a place and a bucket', () => {
    expect(() => readConfig({ ...whole, S3_ENDPOINT: 'ftp://s3.example' })).toThrow(/S3_ENDPOINT/);
    expect(() => readConfig({ ...whole, S3_BUCKET: 'a/b' })).toThrow(/S3_BUCKET/);
  });
});

test('the store is told what each object is, and that those of conversations are private', async () => {
  const peer = await startPeer();
  const { store } = open(peer.settings());
  const keys = [key, newChatImageKey(person, 'seam', at), newPortraitKey(person, at)];
  for (const one of keys) await store.put(one, BYTES);
  expect(peer.objects()).toEqual(keys.toSorted());
  const told = await Promise.all(
    keys.map(async (one) => {
      const { headers } = await peer.fetch(one);
      return [headers.get('content-type'), headers.get('cache-control')];
    }),
  );
  expect(told).toEqual([
    ['image/webp', 'public, max-age=31536000, immutable'],
    ['image/webp', 'private, no-store'],
    ['image/png', 'public, max-age=31536000, immutable'],
  ]);
});

test('with a wrong secret nothing is done, and the log says why, once', async () => {
  const peer = await startPeer();
  await open(peer.settings()).store.put(key, BYTES);
  const { store, logged } = open({ ...peer.settings(), secretAccessKey: 'guessed' });
  await expect(store.put(newPhotoKey(person, 'back', at), BYTES)).rejects.toMatchObject(down);
  await expect(store.read(key)).rejects.toMatchObject(down);
  await expect(store.remove(key)).rejects.toMatchObject(down);
  await expect(store.list().next()).rejects.toMatchObject(down);
  await expect(store.check()).rejects.toMatchObject(down);
  expect(peer.objects()).toEqual([key]);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('SignatureDoesNotMatch');
  expect(logged[0]).not.toContain('guessed');
});

test('a bucket that is not there is no store, not an empty one', async () => {
  const peer = await startPeer();
  const { store } = open({ ...peer.settings(), bucket: 'elsewhere' });
  await expect(store.read(key)).rejects.toMatchObject(down);
  await expect(store.check()).rejects.toMatchObject(down);
});

test('where nobody listens every call fails', async () => {
  const peer = await startPeer();
  const { store } = open(peer.settings(`http://127.0.0.1:${await freePort()}`));
  await expect(store.put(key, BYTES)).rejects.toMatchObject(down);
  await expect(store.read(key)).rejects.toMatchObject(down);
  await expect(store.check()).rejects.toMatchObject(down);
});

test('a store that stumbles is asked again, three times in all', async () => {
  const stumbling = await startScript([failing, cut]);
  await stumbling.store.put(key, BYTES);
  expect(stumbling.asked).toEqual(Array(3).fill(`PUT /b/${key}`));

  const failed = await startScript([failing, cut, failing]);
  await expect(failed.store.put(key, BYTES)).rejects.toMatchObject(down);
  await failed.store.put(key, BYTES);
  expect(failed.asked).toHaveLength(4);
  expect(failed.logged.map((line) => JSON.parse(line).msg)).toEqual([
    'the photo store is unavailable',
    'the photo store is available again',
  ]);
});

test('a picture that is cut off in the middle is not taken for a whole one', async () => {
  const { store } = await startScript([
    (_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half');
      setImmediate(() => response.destroy());
    },
  ]);
  const file = await store.read(key);
  await expect(new Response(file?.body).arrayBuffer()).rejects.toThrow();
});

test('a store that sends its callers elsewhere is not followed', async () => {
  const { store, asked } = await startScript([
    (_, response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
  ]);
  await expect(store.put(key, BYTES)).rejects.toMatchObject(down);
  expect(asked).toEqual([`PUT /b/${key}`]);
});
