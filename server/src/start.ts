import { readConfig } from './config.ts';
import { explain } from './explain.ts';
import { createLog } from './log.ts';
import { startServer } from './server.ts';

try {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const server = await startServer(config, log);
  // The line people look for; the rest of the log is JSON.
  console.log(`Selvedge is ready at ${config.publicUrl}`);

  let closing = false;
  const close = async () => {
    if (closing) return;
    closing = true;
    await server.drain();
    await server.close();
    process.exit(0);
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
