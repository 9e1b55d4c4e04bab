import { createClient } from 'redis';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLimits } from '../../../../server/src/platform/core/limits.ts';
import { openRedis } from '../../../../server/src/platform/nodes/redis.ts';
import { openRedisBus } from '../../../../server/src/platform/nodes/redis-bus.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { aclOfManual, redisUnavailable, startRedis } from '../../../support/peers/redis.ts';

const PATIENCE = { timeout: 60_000, interval: 20 };

async function startNode(url: string) {
  const log = createLog('silent');
  const errors = vi.spyOn(log, 'error');
  const redis = await openRedis(url, log);
  const bus = await openRedisBus(redis, log);
  const received: unknown[] = [];
  bus.on('news', (payload) => void received.push(payload));
  onTestFinished(async () => {
    await bus.close();
    redis.close();
  });
  const loggedErrors = () => errors.mock.calls.map(([, words]) => String(words));
  return { bus, received, loggedErrors, limits: createLimits(redis) };
}

test.skipIf(redisUnavailable)(
  'nodes need only the documented Redis permissions',
  async () => {
    const redis = await startRedis({ requirepass: 'secret' });
    onTestFinished(redis.remove);
    const admin = createClient({ url: redis.url.replace('//', '//:secret@') });
    await admin.connect();
    onTestFinished(() => admin.destroy());
    await admin.sendCommand(aclOfManual('shop', 'p@ss#1'));
    const url = redis.url.replace('//', '//shop:p%40ss%231@').concat('/1');
    const [one, other] = [await startNode(url), await startNode(url)];
    await vi.waitUntil(() => one.bus.isUp() && other.bus.isUp(), PATIENCE);
    one.bus.send('news', 1);
    await vi.waitUntil(() => other.received.length > 0, PATIENCE);
    const bump = ({ limits }: typeof one) => limits.spend('bump', { memberId: 'ada' }, () => undefined);
    for (let i = 0; i < 10; i += 1) await bump(one);
    for (let i = 0; i < 10; i += 1) await bump(other);
    await expect(bump(one)).rejects.toMatchObject({ code: 'rate_limited' });

    await admin.sendCommand(['ACL', 'SETUSER', 'shop', '-xadd']);
    one.bus.send('news', 2);
    one.bus.send('news', 3);
    await vi.waitUntil(() => !one.bus.isUp(), PATIENCE);
    await expect(one.bus.check()).rejects.toThrow();
    await admin.sendCommand(['ACL', 'SETUSER', 'shop', '+xadd']);
    // The node's heartbeat detects the restored permission.
    await vi.waitUntil(() => one.bus.isUp(), PATIENCE);
    one.bus.send('news', 4);
    await vi.waitUntil(() => other.received.includes(4), PATIENCE);
    expect(one.loggedErrors()).toEqual(['Redis refuses bus messages: run the doctor command']);
  },
  120_000,
);
