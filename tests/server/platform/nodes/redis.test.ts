import { describe, expect, test, vi } from 'vitest';
import { createLimits } from '../../../../server/src/platform/core/limits.ts';
import { openRedis } from '../../../../server/src/platform/nodes/redis.ts';
import { createRefusal } from '../../../../server/src/platform/nodes/refusal.ts';
import { createWriter } from '../../../../server/src/platform/nodes/writer.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { redisUnavailable, startRedis } from '../../../support/peers/redis.ts';

const PATIENCE = { timeout: 60_000, interval: 20 };

describe.skipIf(redisUnavailable !== null)('a Redis that keeps its connections open but falls silent', () => {
  test('is detected while nodes write to it', async () => {
    const server = await startRedis();
    const redis = await openRedis(server.url, createLog('silent'));
    const limits = createLimits(redis);
    const write = createWriter(redis, 'node', createRefusal(createLog('silent')));
    let waiting = 0;
    const writing = setInterval(() => {
      waiting += 1;
      void write('topic', null).finally(() => {
        waiting -= 1;
      });
    }, 20);
    try {
      await limits.spend('message', { memberId: 'person' }, () => undefined);
      server.pause();
      const pending = limits.spend('message', { memberId: 'person' }, () => undefined);
      await vi.waitUntil(() => !redis.client.isReady, PATIENCE);
      // The connection is closed, so requests that wait for a reply continue without one.
      await pending;
      await vi.waitUntil(() => waiting === 0, PATIENCE);
      await limits.spend('message', { memberId: 'person' }, () => undefined);
      server.resume();
      await vi.waitUntil(redis.isAnswering, PATIENCE);
      expect(redis.client.isReady).toBe(true);
    } finally {
      clearInterval(writing);
      server.resume();
      redis.close();
      await server.remove();
    }
  }, 180_000);
});
