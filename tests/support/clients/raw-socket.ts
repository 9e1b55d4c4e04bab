import { WebSocket } from 'ws';

/**
 * Opens a live connection below Socket.IO, which answers heartbeats and otherwise sends only the test's
 * packets.
 */
export async function openRaw(url: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const received: string[] = [];
  const { promise: closed, resolve: close } = Promise.withResolvers<'closed'>();
  socket.on('close', () => close('closed'));
  const listeners = new Set<() => void>();
  socket.on('message', (data: Buffer) => {
    const packet = data.toString();
    if (packet === '2') return socket.send('3');
    received.push(packet);
    for (const listener of listeners) listener();
  });
  /** The first packet with this prefix, once received. */
  const packet = (start: string): Promise<string> =>
    new Promise((resolve) => {
      const check = () => {
        const found = received.find((one) => one.startsWith(start));
        if (found === undefined) return;
        listeners.delete(check);
        resolve(found);
      };
      listeners.add(check);
      check();
    });
  await packet('0');
  return {
    closed,
    packet,
    send: (data: string) => socket.send(data),
    /** Sends a handshake without waiting for the response. */
    join: (token: string) => socket.send(`40${JSON.stringify({ token })}`),
    end: () => socket.terminate(),
  };
}
export type RawSocket = Awaited<ReturnType<typeof openRaw>>;
