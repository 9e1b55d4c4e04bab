import { readConfig } from './config.ts';
import { closeOnSignals } from './http/close-on-signals.ts';
import { explainStartFailure } from './observability/explain-start-failure.ts';
import { createLog } from './observability/log.ts';
import { startServer } from './server.ts';

try {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const server = await startServer(config, log);
  // Plain text for the operator; every other log line is JSON.
  console.log(`Selvedge is ready at ${config.publicUrl}`);

  closeOnSignals(async () => {
    await server.drain();
    await server.close();
  });
  const setupLink = await server.setupLink;
  if (setupLink !== null) console.log(`Set it up within the hour: ${setupLink}`);
} catch (error) {
  console.error(explainStartFailure(error));
  process.exit(1);
}
