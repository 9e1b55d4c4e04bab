import { DEFAULTS, type InstanceSettings, isFeatureOn } from '@selvedge/shared/instance/instance-settings';
import type { Ctx } from '../src/platform/core/ctx.ts';
import { unlimited } from '../src/platform/core/limits.ts';
import { noPublish } from '../src/platform/core/publish.ts';
import type { Database } from '../src/platform/db/database.ts';
import { singleNode } from '../src/platform/nodes/bus.ts';
import { uninstrumented } from '../src/platform/observability/instrumentation.ts';
import { createLog } from '../src/platform/observability/log.ts';
import type { LiveSettings } from '../src/platform/settings/follow-settings.ts';

interface Parts {
  publish?: Ctx['publish'];
  settings?: InstanceSettings;
  rateLimits?: boolean;
  media?: Partial<Ctx['media']>;
}

/** What verbs need, without a product around it: no jobs run, no client is connected, and there are no other nodes. */
export function createOfflineCtx(db: Database, parts: Parts = {}): Ctx {
  const { publish = noPublish, settings = DEFAULTS, rateLimits = false, media = {} } = parts;
  const live: Omit<LiveSettings, 'refresh' | 'close'> = {
    current: () => settings,
    isOn: (feature) => isFeatureOn(settings.features, feature),
    currency: () => settings.currency,
    timeZone: () => settings.timeZone || 'America/Los_Angeles',
  };
  const ctx = {
    ...{ db, publish, media, limits: unlimited, log: createLog('silent'), settings: live },
    config: { rateLimits, bumpCooldownHours: 24 },
    metrics: { instrumentation: uninstrumented },
    hub: { publish, isConnected: () => true },
    bus: singleNode,
    notices: new Map(),
  };
  // The rest belongs to the endpoints and jobs of a product.
  return ctx as unknown as Ctx;
}
