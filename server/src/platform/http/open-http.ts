import type { AddressInfo } from 'node:net';
import type { Hono } from 'hono';
import type { Ctx } from '../core/ctx.ts';
import type { Env } from './endpoint.ts';
import type { createStopping } from './graceful-stop.ts';
import { createHttpServer } from './http-server.ts';
import { cutSlowSenders } from './slow-sender.ts';

const CLOSE_GRACE_MS = 5_000;

export function openHttp(
  { config, hub, onClose }: Ctx,
  app: Hono<Env>,
  stopping: ReturnType<typeof createStopping>,
) {
  const http = createHttpServer({ fetch: stopping.track(app.fetch) });
  stopping.watch(http);
  hub.attach(http);
  cutSlowSenders(http);
  onClose('HTTP', async () => {
    // Browsers open spare connections, and Node counts one without a request as busy.
    const grace = setTimeout(() => http.closeAllConnections(), CLOSE_GRACE_MS);
    // The hub also closes the HTTP server and waits for it.
    await hub.close();
    await new Promise((resolve) => {
      http.close(resolve);
      http.closeIdleConnections();
    });
    clearTimeout(grace);
    await stopping.settled();
  });
  return {
    async listen(): Promise<number> {
      await new Promise<void>((resolve, reject) => {
        http.once('error', reject);
        http.listen(config.port, config.host, resolve);
      });
      return (http.address() as AddressInfo).port;
    },
    drain: () => stopping.drain(http),
  };
}
