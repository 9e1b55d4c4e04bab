import type { RequestName } from '@selvedge/shared/platform/realtime';
import type { Hono } from 'hono';
import type { Tx } from '../db/database.ts';
import type { Api, Env } from '../http/endpoint.ts';
import type { QueueKind } from '../jobs/queue-kind.ts';
import type { Readings } from '../observability/metrics/series.ts';
import type { Lifecycle } from '../realtime/hub.ts';
import type { RequestHandlers } from '../realtime/request-handlers.ts';
import type { Ctx } from './ctx.ts';
import type { DomainEventName, DomainEvents } from './events.ts';
import type { NoticeKind } from './notice.ts';
import type { PersonalPart } from './personal-part.ts';

export interface Job {
  /** Milliseconds from the end of a run to the next. */
  every: number | ((ctx: Ctx) => number);
  /** Milliseconds to the first run, if sooner. */
  first?: number;
  /** @param stop is aborted when the product closes, which then waits for the run to end */
  run(ctx: Ctx, stop: AbortSignal): Promise<unknown>;
  /** The name of its lease: only one process on the database runs it, once an hour. */
  lease?: string;
}
export function every(ms: Job['every'], run: Job['run']): Job {
  return { every: ms, run };
}
export function hourly(lease: string, run: Job['run']): Job {
  return { every: 3_600_000, run, lease };
}

/** All that a feature adds to the product. `features.ts` lists them; the rest follows from here. */
export interface Feature {
  name: string;
  endpoints?(api: Api, ctx: Ctx): void;
  /** Serves its paths outside `/api`. */
  pages?(app: Hono<Env>, ctx: Ctx): void;
  requests?(ctx: Ctx): Partial<RequestHandlers<RequestName>>;
  sockets?(ctx: Ctx): Lifecycle;
  /** What it does about the events of others, in their transactions, in the order of the list. */
  on?: { [E in DomainEventName]?: (ctx: Ctx, tx: Tx, event: DomainEvents[E]) => Promise<void> };
  /** The kinds of its notices, by name. Hidden while the instance has the feature switched off. */
  notices?: Readonly<Record<string, NoticeKind>>;
  jobs?: readonly Job[];
  /** The member's data that it stores. Erased in the order of the list. */
  personalData?(ctx: Ctx): PersonalPart;
  /** Its outgoing queues. */
  queues?: readonly QueueKind[];
  gauges?(ctx: Ctx): Partial<Readings>;
  /** A health check by name, which throws while something is wrong. */
  health?(ctx: Ctx): Record<string, () => Promise<void>>;
  /** Starts what lives as long as the product, and registers its end with `ctx.onClose`. */
  start?(ctx: Ctx): Promise<void> | void;
}
