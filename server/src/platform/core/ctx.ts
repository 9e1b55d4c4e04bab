import type { Context } from 'hono';
import type { Config } from '../../config.ts';
import type { Database } from '../db/database.ts';
import type { Outgoing } from '../http/outgoing.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { MailTransport } from '../mail/transport.ts';
import type { Uploads } from '../media/uploads.ts';
import type { Bus } from '../nodes/bus.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics/metrics.ts';
import type { PushNetwork } from '../push/push-service.ts';
import type { AcrossNodes } from '../realtime/across-nodes.ts';
import type { Hub } from '../realtime/hub.ts';
import type { LiveSettings } from '../settings/follow-settings.ts';
import type { OnClose } from './closers.ts';
import type { Limits } from './limits.ts';
import type { NoticeKinds } from './notice.ts';
import type { Publish } from './publish.ts';
import type { DeriveKey } from './secret.ts';

/** In milliseconds. */
export interface UpdateTimes {
  /** How long a notice waits to be read before it is mailed. */
  away: number;
  /** Between two mails to the same member. */
  pause: number;
  /** Between two searches for what is to be pushed and mailed. */
  interval: number;
}

/** What the product reaches beyond its process; by default, as its settings say. */
export interface Edges {
  mailTransport?: MailTransport;
  pushNetwork?: PushNetwork;
  /** How soon members who are away are notified, in milliseconds. */
  times?: {
    messages?: { away: number; interval: number };
    updates?: UpdateTimes;
    discord?: { settle: number; pause: number };
  };
}

export interface Platform {
  config: Config;
  log: Logger;
  edges: Edges;
  db: Database;
  settings: LiveSettings;
  limits: Limits;
  metrics: Metrics;
  deriveKey: DeriveKey;
  mailer: Outbox;
  /** Delivers mails at once; `mailer` stores them first. */
  transport: MailTransport;
  media: Uploads;
  /** Calls addresses that members name. */
  outgoing: Outgoing;
  bus: Bus;
  addressOf(c: Context): string;
  onClose: OnClose;
}

/** One for each product. A feature adds what it gives to all others by augmenting this type. */
export interface Ctx extends Platform {
  hub: Hub;
  nodes: AcrossNodes;
  publish: Publish;
  /** The kinds of notices of all features, by name. */
  notices: NoticeKinds;
}

export function perProduct<T>(create: (ctx: Ctx) => T): (ctx: Ctx) => T {
  const created = new WeakMap<Ctx, { value: T }>();
  return (ctx) => {
    const known = created.get(ctx);
    if (known) return known.value;
    const value = create(ctx);
    created.set(ctx, { value });
    return value;
  };
}
