import { readConfig } from './config.ts';
import { closeOnSignals } from './platform/http/close-on-signals.ts';
import { explainStartFailure } from './platform/observability/explain-start-failure.ts';
import { createLog } from './platform/observability/log.ts';
import { createProduct } from './product.ts';

try {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const product = await createProduct(config, log);
  const { setupLink } = await product.listen();
  // Plain text for the operator; every other log line is JSON.
  console.log(`Selvedge is ready at ${config.publicUrl}`);

  closeOnSignals(async () => {
    await product.drain();
    await product.close();
  });
  const link = await setupLink;
  if (link !== null) console.log(`Set it up within the hour: ${link}`);
} catch (error) {
  console.error(explainStartFailure(error));
  process.exit(1);
}
