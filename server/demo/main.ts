import { readConfig } from '../src/config.ts';
import { closeOnSignals } from '../src/platform/http/close-on-signals.ts';
import { explainStartFailure } from '../src/platform/observability/explain-start-failure.ts';
import { createLog } from '../src/platform/observability/log.ts';
import { runDemo } from './run.ts';

/**
 * The demo's own defaults: its folder, accounts without mail confirmation, and a quiet log beside the printed
 * sign-ins.
 */
const DEFAULTS = { DATA_DIR: 'data/demo', AUTH_AUTOCONFIRM: 'true', LOG_LEVEL: 'warn' };

try {
  const config = readConfig({ ...DEFAULTS, ...process.env });
  closeOnSignals(await runDemo(config, createLog(config.logLevel), (text) => console.log(text)));
} catch (error) {
  console.error(explainStartFailure(error));
  process.exit(1);
}
