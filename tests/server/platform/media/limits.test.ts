import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { phonePhoto, webpPicture } from '../../../support/data/pictures.ts';
import { uniqueName } from '../../../support/people/conversation.ts';
import { worldForAll } from '../../../support/world.ts';

const MIB = 1024 * 1024;
const LIMIT = 50 * MIB;
const BOUNDARY = 'xxSelvedgexx';
const HEAD = Buffer.from(
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="image"; filename="big coat.jpg"\r\n` +
    'content-type: image/jpeg\r\n\r\n',
);
const TAIL = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
const CHUNK = Buffer.alloc(256 * 1024, 7);
const PATIENCE = { timeout: 60_000, interval: 5 };

describe('the limits of an upload', () => {
  const shop = worldForAll();
  let seller: Actor;
  let url: string;
  let token: string;
  beforeAll(async () => {
    url = `${shop.url}/api/uploads/listings`;
  });
  beforeEach(async () => {
    seller = await shop.join(uniqueName('marlow'));
    token = await shop.tokenOf(seller);
  });

  const open = (headers: Record<string, string | number> = {}): ClientRequest =>
    request(url, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        ...headers,
      },
    });

  /** The response, once the connection is closed. */
  async function responseOf(sent: ClientRequest) {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    await once(response, 'close');
    return { status: response.statusCode, body: JSON.parse(text || '{}') as { message?: string } };
  }

  /** Sends a file of `size` bytes, but stops if the server closes the connection. */
  async function pour(sent: ClientRequest, size: number): Promise<void> {
    let wake = () => {};
    sent.on('drain', () => wake()).on('close', () => wake());
    sent.on('error', () => undefined);
    sent.write(HEAD);
    for (let left = size; left > 0 && !sent.destroyed; left -= CHUNK.length) {
      const part = left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK;
      const drained = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (!sent.write(part) && !sent.destroyed) await drained;
    }
    if (!sent.destroyed) sent.end(TAIL);
  }

  test('a body with too large a Content-Length stays unread', async () => {
    const sent = open({ 'content-length': 200 * MIB });
    sent.on('error', () => undefined);
    const closed = once(sent, 'close');
    const response = responseOf(sent);
    sent.flushHeaders();
    expect(await response).toEqual({
      status: 413,
      body: { code: 'too_large', message: 'File is too large (max 50MB)' },
    });
    await closed;
    expect(shop.temporaryFiles()).toEqual([]);
  });

  test('a body without Content-Length is refused once too large', {
    tags: ['oversized-pictures'],
  }, async () => {
    const sent = open();
    const response = responseOf(sent);
    await pour(sent, 60 * MIB);
    expect(await response).toMatchObject({
      status: 413,
      body: { message: 'File big coat.jpg is too large (max 50MB)' },
    });
    expect(shop.temporaryFiles()).toEqual([]);
  });

  test('a file one byte too large is refused', async () => {
    for (const [size, status] of [
      [LIMIT + 1, 413],
      [LIMIT, 415],
    ] as const) {
      const sent = open({ 'content-length': HEAD.length + size + TAIL.length });
      const response = responseOf(sent);
      await pour(sent, size);
      expect((await response).status).toBe(status);
    }
    expect(shop.temporaryFiles()).toEqual([]);
  });

  test('an aborted upload leaves no file behind', async () => {
    for (const size of [1, CHUNK.length * 4]) {
      const sent = open({ 'content-length': 10 * MIB });
      sent.on('error', () => undefined);
      sent.write(HEAD);
      sent.write(Buffer.alloc(size));
      await vi.waitFor(() => expect(shop.temporaryFiles()).toHaveLength(1), PATIENCE);
      sent.destroy();
      await vi.waitFor(() => expect(shop.temporaryFiles()).toEqual([]), PATIENCE);
    }
  });

  test('a malformed form leaves no file behind', async () => {
    const picture = Buffer.from(await (await webpPicture(20, 20)).arrayBuffer());
    const form = Buffer.concat([HEAD, picture, TAIL]);
    let random = 11;
    const next = (below: number) => {
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
      return random % below;
    };
    const statuses = new Set<number>();
    for (let i = 0; i < 120; i += 1) {
      const body = Buffer.from(form.subarray(0, i % 2 ? form.length : next(form.length)));
      for (let n = next(6); n > 0 && body.length > 0; n -= 1) body[next(body.length)] = next(256);
      const contentType = `multipart/form-data${i % 30 ? `; boundary=${BOUNDARY}` : ''}`;
      const response = await shop.call('POST', '/api/uploads/listings', {
        as: seller,
        body: new Uint8Array(body),
        headers: { 'content-type': contentType },
      });
      statuses.add(response.status);
    }
    expect([...statuses].filter((status) => ![201, 400, 415].includes(status))).toEqual([]);
    expect(shop.temporaryFiles()).toEqual([]);
  });

  test('six concurrent large photos are decoded two at once', {
    tags: ['broken-pictures'],
    timeout: 300_000,
  }, async () => {
    const photo = await phonePhoto({ width: 1200, height: 1600 });
    const people = await Promise.all(['ada', 'bea', 'cleo'].map((name) => shop.join(name)));
    let areDone = false;
    const uploads = Promise.all([...people, ...people].map((person) => shop.upload(person, photo)));
    const responses = uploads.finally(() => {
      areDone = true;
    });
    let [meanwhile, decoding] = [0, 0];
    while (!areDone) {
      expect((await shop.call('GET', '/api/listings')).status).toBe(200);
      meanwhile += 1;
      decoding = Math.max(decoding, sharp.counters().process);
      // Leaves the CPU to the photos.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect((await responses).map(({ status }) => status)).toEqual(Array(6).fill(201));
    console.info(`six photos at once: ${meanwhile} other requests were answered meanwhile`);
    // If decoding blocked the server, there would be only as many responses as photos.
    expect(meanwhile).toBeGreaterThan(12);
    expect(decoding).toBeLessThanOrEqual(2);
  });
});
