/// <reference path="./rate-limiter-flexible.d.ts" />
import { createHmac } from 'node:crypto';
// Deep imports, because the package index loads limiters for two dozen unused stores.
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import RateLimiterRedis from 'rate-limiter-flexible/lib/RateLimiterRedis.js';
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js';
import type { Database } from '../db/database.ts';
import type { Redis } from '../nodes/redis.ts';
import type { Rate } from './budgets.ts';
import { giveBackPoints, takePoints } from './limit-queries.ts';

/** Counts one rate by key, in windows that begin with the first point. */
interface Store {
  take(key: string, points: number): Promise<{ consumedPoints: number; msBeforeNext: number }>;
  giveBack(key: string, points: number): Promise<unknown>;
}
export type CreateStore = (name: string, rate: Rate) => Store;

export type SharedCounter = Pick<Redis, 'client' | 'isAnswering'>;

/** Shared through Redis if configured; while Redis is unreachable, each node counts locally. */
export function storeInMemory(redis: SharedCounter | null): CreateStore {
  return (name, { points, duration }) => {
    const local = new RateLimiterMemory({ keyPrefix: `${name}/${duration}`, points, duration });
    const shared =
      redis &&
      new RateLimiterRedis({
        storeClient: redis.client,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        insuranceLimiter: local,
        keyPrefix: `selvedge:${name}/${duration}`,
        ...{ points, duration },
      });
    const current = () => (shared && redis.isAnswering() ? shared : local);
    return {
      async take(key, taken) {
        // `consume` rejects with the state of the budget when it is exhausted.
        const state: unknown = await current()
          .consume(key, taken)
          .catch((exhausted: unknown) => exhausted);
        if (!(state instanceof RateLimiterRes)) throw state;
        return state;
      },
      async giveBack(key, taken) {
        const { consumedPoints } = await current().reward(key, taken);
        // Delete unused counters: some keys contain ids that clients make up, and these would accumulate.
        if (consumedPoints <= 0) await current().delete(key);
      },
    };
  };
}

/** In the database: all processes share the counters, and a restart does not reset them. */
export function storeInDatabase(db: Database, secret: Uint8Array): CreateStore {
  return (name, { duration }) => {
    // A keyed hash, so that the database does not reveal who is counted.
    const hashOf = (key: string) => createHmac('sha256', secret).update(`${name} ${key}`).digest('base64url');
    return {
      async take(key, points) {
        const now = Date.now();
        const taken = { key: hashOf(key), points, endsAt: new Date(now + duration * 1000) };
        const [row = taken] = await db.transact((tx) => takePoints(tx, taken));
        return { consumedPoints: row.points, msBeforeNext: row.endsAt.getTime() - now };
      },
      giveBack: (key, points) => db.transact((tx) => giveBackPoints(tx, hashOf(key), points)),
    };
  };
}
