import { onTestFinished } from 'vitest';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { createOutbox } from '../../../server/src/platform/mail/outbox.ts';
import { createMailTransport } from '../../../server/src/platform/mail/transport.ts';
import { createLog, type Logger } from '../../../server/src/platform/observability/log.ts';
import { UNCONFIGURED } from '../servers/features.ts';

const key = new Uint8Array(32).fill(3);

interface Options {
  log?: Logger;
  clock?: () => number;
}

/** The outbox of one node, until the running test ends. */
export function openOutbox(db: Database, smtpUrl: string, options: Options = {}) {
  const { log = createLog('silent'), clock = Date.now } = options;
  const mail = { smtpUrl, from: 'Selvedge <no-reply@shop.example>' };
  const publicUrl = 'https://shop.example';
  const transport = createMailTransport({ mail, dataDir: '', publicUrl }, log, UNCONFIGURED);
  const outbox = createOutbox({ db, log, transport, settings: UNCONFIGURED, publicUrl, key, clock });
  onTestFinished(outbox.close);
  return outbox;
}
