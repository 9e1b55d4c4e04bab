import { readConfig } from './config.ts';
import { closeOnSignals } from './http/close-on-signals.ts';
import { explainStartFailure } from './observability/explain-start-failure.ts';
import { createLog } from './observability/log.ts';
import { startServer } from './server.ts';

try {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const server = await startServer(config, log);
  // For people, in plain words: every other line of the log is JSON.
  console.log(`Selvedge is ready at ${config.publicUrl}`);

  closeOnSignals(async () => {
    await server.drain();
    await server.close();
  });
} catch (error) {
  console.error(explainStartFailure(error));
  process.exit(1);
}
