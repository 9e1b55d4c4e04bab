import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A worker that does nothing by itself. */
class SilentWorker {
  static started: SilentWorker[] = [];
  onmessage: (event: { data: object }) => void = () => undefined;
  onerror: () => void = () => undefined;
  onmessageerror: () => void = () => undefined;
  asked: { id: number }[] = [];
  isOver = false;
  postMessage = (request: { id: number }) => void this.asked.push(request);
  terminate = () => {
    this.isOver = true;
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
  'photos that wait for a worker that is lost (%s) go as they are, and the next has another worker',
  async (event) => {
    const [front, back] = [new Blob(['front']), new Blob(['back'])];
    const waiting = Promise.all([compressPhoto(front), compressPhoto(back)]);
    const [first] = SilentWorker.started;
    first?.[event]();
    expect(await waiting).toEqual([front, back]);
    expect(first?.isOver).toBe(true);

    const next = compressPhoto(front);
    const second = SilentWorker.started[1];
    const small = new Blob(['small']);
    second?.onmessage({ data: { id: second.asked[0]?.id, blob: small } });
    expect(await next).toBe(small);
  },
);
