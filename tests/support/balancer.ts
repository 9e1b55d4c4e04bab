import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * One address in front of several ports: each connection goes to the next that takes it, as behind a simple proxy.
 * @param hasHome every connection goes to the first port that takes it: the others stand in for that.
 */
export async function startBalancer(port: number, behind: number[], { hasHome = false } = {}) {
  let turn = 0;
  const open = new Set<Socket>();
  const server = createServer((from) => {
    open.add(from);
    from.on('error', () => undefined).on('close', () => open.delete(from));
    const first = hasHome ? 0 : turn++;
    const tryNext = (tries: number): void => {
      const target = behind[(first + tries) % behind.length];
      if (target === undefined || tries === behind.length) return void from.destroy();
      const to = connect(target, 'localhost');
      let isThrough = false;
      to.once('connect', () => {
        isThrough = true;
        from.pipe(to).pipe(from);
      });
      to.on('error', () => undefined).on('close', () => (isThrough ? from.destroy() : tryNext(tries + 1)));
      from.on('close', () => isThrough && to.destroy());
    };
    tryNext(0);
  }).listen(port, 'localhost');
  await once(server, 'listening');
  function cut(): void {
    for (const socket of open) socket.destroy();
  }
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Ends what passes through: whoever comes back is distributed anew. */
    cut,
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
