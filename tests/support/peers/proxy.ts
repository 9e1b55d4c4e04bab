import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * - `pass`: forwards everything.
 * - `blackhole`: an unplugged cable. Connections stay open and nothing gets through, not even a close; data
 *   sent meanwhile arrives afterwards, as with TCP retransmission.
 * - `refuse`: new connections are reset at once.
 */
type LinkMode = 'pass' | 'blackhole' | 'refuse';

/** A link to a loopback port with faults controlled by the test. */
export async function startProxy(targetPort: number) {
  let mode: LinkMode = 'pass';
  let delayMs = 0;
  let opened: (() => void)[] = [];
  let roundTrips = 0;
  const sockets = new Set<Socket>();
  const isHeld = () => mode === 'blackhole';

  /** Counts how often the client sends something after a response. */
  function count(client: Socket, target: Socket): void {
    let isAnswered = true;
    client.on('data', () => {
      if (isAnswered) roundTrips += 1;
      isAnswered = false;
    });
    target.on('data', () => {
      isAnswered = true;
    });
  }

  function relay(from: Socket, to: Socket): void {
    let before: Promise<unknown> = Promise.resolve();
    const inTurn = (work: () => void): void => {
      const due = new Promise((resolve) => setTimeout(resolve, delayMs));
      before = before.then(async () => {
        await due;
        while (isHeld()) await new Promise<void>((resolve) => opened.push(resolve));
        if (!to.destroyed) work();
      });
    };
    sockets.add(from);
    if (isHeld()) from.pause();
    from.on('data', (chunk) => {
      inTurn(() => {
        // Backpressure: a slow reader slows its writer down, as without the proxy.
        if (to.write(chunk)) return;
        from.pause();
        to.once('drain', () => isHeld() || from.resume());
      });
    });
    from.on('end', () => inTurn(() => to.end()));
    from.on('error', () => undefined);
    from.on('close', (hadError) => {
      sockets.delete(from);
      inTurn(() => (hadError ? to.resetAndDestroy() : to.end()));
    });
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (mode === 'refuse') {
      client.on('error', () => undefined);
      client.resetAndDestroy();
      return;
    }
    const target = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true });
    relay(client, target);
    relay(target, client);
    count(client, target);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** How many connections are open, counted at both ends. */
    open: () => sockets.size,
    /** How many round trips clients have started so far, on all connections. */
    roundTrips: () => roundTrips,
    set(next: LinkMode): void {
      mode = next;
      for (const socket of sockets) {
        if (isHeld()) socket.pause();
        else socket.resume();
      }
      if (isHeld()) return;
      const waiting = opened;
      opened = [];
      for (const go of waiting) go();
    },
    /** Delays every byte from now on, in milliseconds, in order. */
    delay(ms: number): void {
      delayMs = ms;
    },
    /** Resets every open connection; new ones follow the mode. */
    cut,
    async close(): Promise<void> {
      mode = 'pass';
      for (const go of opened.splice(0)) go();
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
