import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A worker that responds only when the test does it on its behalf. */
class SilentWorker {
  static started: SilentWorker[] = [];
  onmessage: (event: { data: object }) => void = () => undefined;
  onerror: () => void = () => undefined;
  onmessageerror: () => void = () => undefined;
  requests: { id: number }[] = [];
  isTerminated = false;
  postMessage = (request: { id: number }) => void this.requests.push(request);
  terminate = () => {
    this.isTerminated = true;
  };
  constructor() {
    SilentWorker.started.push(this);
  }
}

let compressPhoto: typeof import('../../../web/src/lib/compress.ts').compressPhoto;
beforeEach(async () => {
  vi.resetModules();
  SilentWorker.started = [];
  vi.stubGlobal('Worker', SilentWorker);
  vi.stubGlobal('location', new URL('https://shop.example/'));
  ({ compressPhoto } = await import('../../../web/src/lib/compress.ts'));
});
afterEach(() => void vi.unstubAllGlobals());

test.each(['onerror', 'onmessageerror'] as const)(
  'photos are sent uncompressed when a worker fails (%s)',
  async (event) => {
    const [front, back] = [new Blob(['front']), new Blob(['back'])];
    const waiting = Promise.all([compressPhoto(front), compressPhoto(back)]);
    const [first] = SilentWorker.started;
    first?.[event]();
    expect(await waiting).toEqual([front, back]);
    expect(first?.isTerminated).toBe(true);

    const next = compressPhoto(front);
    const second = SilentWorker.started[1];
    const small = new Blob(['small']);
    second?.onmessage({ data: { id: second.requests[0]?.id, blob: small } });
    expect(await next).toBe(small);
  },
);
