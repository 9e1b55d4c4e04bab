import { expect, test, vi } from 'vitest';
import { createDecodeQueue } from '../../../../server/src/platform/media/decode-queue.ts';

/** A queue in which each decoding lasts until it is ended. */
function openQueue() {
  const enqueue = createDecodeQueue();
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    wait: (ownerId: string, { isHeavy = true, ms = 1_000 } = {}) =>
      enqueue({ ownerId, isHeavy, ms }, async () => {
        started.push(ownerId);
        await new Promise<void>((resolve) => void ends.set(ownerId, resolve));
      }),
    async end(key: string) {
      await vi.waitUntil(() => ends.has(key));
      const before = started.length;
      ends.get(key)?.();
      ends.delete(key);
      return before;
    },
  };
}

test('the member with the least decoding time is next', { tags: ['decoding-quota'] }, async () => {
  const { started, wait, end } = openQueue();
  const all = [wait('attacker'), wait('attacker'), wait('attacker'), wait('member', { ms: 500 })];
  for (let i = 1; i <= all.length; i += 1) {
    await vi.waitUntil(() => started.length === i);
    await end(started.at(-1) ?? '');
  }
  await Promise.all(all);
  expect(started).toEqual(['attacker', 'member', 'attacker', 'attacker']);
});

test('a heavy picture does not delay a light one', async () => {
  const { started, wait, end } = openQueue();
  const all = [wait('heavy'), wait('waiting'), wait('light', { isHeavy: false })];
  await vi.waitUntil(() => started.length === 2);
  expect(started).toEqual(['heavy', 'light']);
  for (const key of ['heavy', 'light', 'waiting']) await end(key);
  await Promise.all(all);
});

test('a full queue refuses the member who used most', { tags: ['decoding-quota'] }, async () => {
  const { wait, end, started } = openQueue();
  const first = wait('attacker');
  const refused: string[] = [];
  const waiting = Array.from({ length: 20 }, (_, i) => wait(`attacker ${i % 10}`, { ms: 3_000 }));
  const all = [...waiting, wait('member')].map((turn, i) => turn.catch(() => void refused.push(String(i))));
  await vi.waitUntil(() => refused.length === 1);
  expect(refused).not.toContain('20');
  await end('attacker');
  await vi.waitUntil(() => started.length === 2);
  expect(started[1]).toBe('member');
  await end('member');
  for (let i = 2; i < 21; i += 1) {
    await vi.waitUntil(() => started.length === i + 1);
    await end(started[i] ?? '');
  }
  await Promise.all([first, ...all]);
});
