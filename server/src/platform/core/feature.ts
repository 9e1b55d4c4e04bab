import type { RequestName } from '@selvedge/shared/platform/realtime';
import type { Hono } from 'hono';
import type { Tx } from '../db/database.ts';
import type { Api, Env } from '../http/endpoint.ts';
import type { Readings } from '../observability/metrics/series.ts';
import type { Lifecycle } from '../realtime/hub.ts';
import type { RequestHandlers } from '../realtime/request-handlers.ts';
import type { Ctx } from './ctx.ts';
import type { DomainEventName, DomainEvents } from './events.ts';
import type { PersonalPart } from './personal-part.ts';

/** Work that is done again and again. */
export interface Job {
  /** Milliseconds from the end of a run to the next. */
  every: number | ((ctx: Ctx) => number);
  run(ctx: Ctx): Promise<unknown>;
  /** The name of its lease: only one process on the database runs it, once an hour. */
  lease?: string;
}
/** A job of every node. */
export const every = (ms: Job['every'], run: Job['run']): Job => ({ every: ms, run });
/** A job of one process on the database. */
export const hourly = (lease: string, run: Job['run']): Job => ({ every: 3_600_000, run, lease });

/** All that a feature adds to the product. `features.ts` lists them; the rest follows from here. */
export interface Feature {
  /** The name of its folder. */
  name: string;
  /** Registers its calls below `/api`. */
  endpoints?(api: Api, ctx: Ctx): void;
  /** Serves its paths outside `/api`. */
  pages?(app: Hono<Env>, ctx: Ctx): void;
  /** Handles its socket requests. */
  requests?(ctx: Ctx): Partial<RequestHandlers<RequestName>>;
  /** What it does when a socket connects or disconnects. */
  sockets?(ctx: Ctx): Lifecycle;
  /** What it does about the events of others, in their transactions, in the order of the list. */
  on?: { [E in DomainEventName]?: (ctx: Ctx, tx: Tx, event: DomainEvents[E]) => Promise<void> };
  jobs?: readonly Job[];
  /** The member's data that it stores. Erased in the order of the list. */
  personalData?(ctx: Ctx): PersonalPart;
  /** Figures that are read when metrics are. */
  gauges?(ctx: Ctx): Partial<Readings>;
  /** A health check by name, which throws while something is wrong. */
  health?(ctx: Ctx): Record<string, () => Promise<void>>;
  /** Starts what lives as long as the product, and registers its end with `ctx.onClose`. */
  start?(ctx: Ctx): Promise<void> | void;
}
