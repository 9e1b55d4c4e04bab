import type { Context } from 'hono';
import type { Config } from '../config.ts';
import type { OnClose } from './core/closers.ts';
import type { Edges, Platform } from './core/ctx.ts';
import { storeInDatabase } from './core/limit-stores.ts';
import { createLimits, unlimited } from './core/limits.ts';
import { createSecret } from './core/secret.ts';
import { requireWritable } from './core/writable-folder.ts';
import { lockDatabaseFile } from './db/file-lock.ts';
import { openDatabase } from './db/open.ts';
import { clientAddress } from './http/client-address.ts';
import { createOutgoing } from './http/outgoing.ts';
import { createOutbox } from './mail/outbox.ts';
import { createMailTransport } from './mail/transport.ts';
import { createUploads } from './media/uploads.ts';
import { openBus } from './nodes/open-bus.ts';
import { openRedis } from './nodes/redis.ts';
import type { Logger } from './observability/log.ts';
import { createMetrics } from './observability/metrics/metrics.ts';
import { followSettings } from './settings/follow-settings.ts';

export async function openPlatform(
  config: Config,
  log: Logger,
  edges: Edges,
  onClose: OnClose,
): Promise<Platform> {
  requireWritable('DATA_DIR', config.dataDir);
  onClose('database file', lockDatabaseFile(config.databaseUrl));
  const metrics = createMetrics();
  onClose('metrics', metrics.close);
  const { instrumentation } = metrics;
  const db = await openDatabase(config.databaseUrl, log, config.databasePool, instrumentation);
  onClose('database', db.close);
  const redis = config.redisUrl === null ? null : await openRedis(config.redisUrl, log);
  onClose('Redis', () => redis?.close());
  const bus = await openBus(redis, log);
  onClose('bus', bus.close);
  const settings = await followSettings(db, log, config);
  onClose('settings', settings.close);
  const deriveKey = createSecret(config.identity.secret, config.dataDir);
  const transport = metrics.ofMails(edges.mailTransport ?? createMailTransport(config, log, settings));
  const mailer = createOutbox({
    ...{ db, log, transport, settings },
    publicUrl: config.publicUrl,
    key: deriveKey('outgoing mails'),
  });
  onClose('mails', mailer.close);
  if (!config.rateLimits) log.warn('Rate limits are off: a single client can overload the server.');
  const limits = config.rateLimits
    ? createLimits(redis, instrumentation.limited, storeInDatabase(db, deriveKey('limits')))
    : unlimited;
  const media = createUploads({
    ...{ config, db, log },
    urlKey: deriveKey('private pictures'),
    present: settings.current,
    onDecoded: instrumentation.decoded,
    charge: limits.decoding,
  });
  onClose('media', media.close);
  return {
    ...{
      config,
      log,
      edges,
      db,
      settings,
      limits,
      metrics,
      deriveKey,
      mailer,
      transport,
      media,
      outgoing: createOutgoing({ allowed: config.webhookAllow }),
      bus,
      onClose,
    },
    addressOf: (c: Context) => clientAddress(c, config.trustProxy),
  };
}
