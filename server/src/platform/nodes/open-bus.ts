import type { Logger } from '../observability/log.ts';
import { type Bus, singleNode } from './bus.ts';
import type { Redis } from './redis.ts';

export async function openBus(redis: Redis | null, log: Logger): Promise<Bus> {
  if (!redis) return singleNode;
  const { openRedisBus } = await import('./redis-bus.ts');
  return openRedisBus(redis, log);
}
