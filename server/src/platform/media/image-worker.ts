import { inspect } from 'node:util';
import sharp from 'sharp';
import { AppError } from '../core/errors.ts';
import { type Outcome, READY, type RenderRequest } from './render-request.ts';
import { RENDERERS } from './renderers.ts';

// The process that `renderInWorker` starts for one picture. GIF, AVIF and HEIC are decoded only here.

sharp.unblock({ operation: ['VipsForeignLoadNsgif', 'VipsForeignLoadHeif'] });

async function outcomeOf({ kind, path }: RenderRequest): Promise<Outcome> {
  try {
    return { rendered: await RENDERERS[kind](path) };
  } catch (error) {
    if (!(error instanceof AppError)) return { cause: inspect(error) };
    const { code, message, cause } = error;
    return { refusal: { code, message }, cause: inspect(cause) };
  }
}

// The server receives these signals, too, and stops this process after its last response.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
// When the server has ended, the picture is useless, and an orderly exit would wait for the decoder.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.once('message', async (order: RenderRequest) => {
  process.send?.(await outcomeOf(order));
});
process.send?.(READY);
