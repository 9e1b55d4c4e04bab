import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A TCP load balancer in front of several ports: each connection goes to the next port that accepts it (round
 * robin).
 * @param isSticky every connection goes to the first port that accepts it; the others are fallbacks
 */
export async function startBalancer(port: number, behind: number[], { isSticky = false } = {}) {
  let turn = 0;
  const open = new Set<Socket>();
  const server = createServer((from) => {
    open.add(from);
    from.on('error', () => undefined).on('close', () => open.delete(from));
    const first = isSticky ? 0 : turn++;
    const tryNext = (tries: number): void => {
      const target = behind[(first + tries) % behind.length];
      if (from.destroyed || target === undefined || tries === behind.length) return void from.destroy();
      const to = connect(target, 'localhost');
      let isThrough = false;
      to.once('connect', () => {
        isThrough = true;
        from.pipe(to).pipe(from);
      });
      to.on('error', () => undefined).on('close', () => (isThrough ? from.destroy() : tryNext(tries + 1)));
      from.on('close', () => to.destroy());
    };
    tryNext(0);
  }).listen(port, 'localhost');
  await once(server, 'listening');
  function cut(): void {
    for (const socket of open) socket.destroy();
  }
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Closes all connections; clients that reconnect are distributed again. */
    cut,
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
