import { readConfig } from '../config.ts';
import { explain } from '../explain.ts';
import { createLog } from '../log.ts';
import { runDemo } from './demo/run.ts';

/** The demo's own defaults: its folder, accounts that need no mail, a log that leaves room for what is printed. */
const DEFAULTS = { DATA_DIR: 'data/demo', AUTH_AUTOCONFIRM: 'true', LOG_LEVEL: 'warn' };

try {
  const config = readConfig({ ...DEFAULTS, ...process.env });
  const close = await runDemo(config, createLog(config.logLevel), (text) => console.log(text));

  let closing = false;
  const stop = async () => {
    if (closing) return;
    closing = true;
    await close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
