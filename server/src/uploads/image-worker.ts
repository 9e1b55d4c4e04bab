import { inspect } from 'node:util';
import sharp from 'sharp';
import { AppError } from '../core/errors.ts';
import { type Order, type Outcome, READY } from './picture-order.ts';
import { RENDERERS } from './renderers.ts';

// The process that `renderInWorker` starts for one picture. GIF, AVIF and HEIC are read in here alone.

sharp.unblock({ operation: ['VipsForeignLoadNsgif', 'VipsForeignLoadHeif'] });

async function outcomeOf({ kind, path }: Order): Promise<Outcome> {
  try {
    return { rendered: await RENDERERS[kind](path) };
  } catch (error) {
    if (!(error instanceof AppError)) return { cause: inspect(error) };
    const { code, message, cause } = error;
    return { refusal: { code, message }, cause: inspect(cause) };
  }
}

// They come to the server, too, which stops after its last answer.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
// Nobody waits for a picture of a server that has ended; an orderly exit would wait for the decoder.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.once('message', async (order: Order) => {
  process.send?.(await outcomeOf(order));
});
process.send?.(READY);
