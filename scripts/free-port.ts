import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports (Linux: from 32768), and above the ports that browsers block. */
const [FIRST, LAST] = [12_000, 32_000];

/** Whether an error says that another process has the port. */
const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

/** Holds the UDP port of the number until this process ends. @returns whether no other call of this machine holds it */
async function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4').bind({ port, address: '127.0.0.1', exclusive: true });
  try {
    await once(socket, 'listening');
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
  socket.unref();
  return true;
}

/**
 * A free loopback port (TCP). It stays free until it is used and while its server restarts: the system never assigns
 * it as an ephemeral port, and no other call of this function on this machine returns it while this process runs.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if (!(await reserve(port))) continue;
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
    } catch (error) {
      if (isTaken(error)) continue;
      throw error;
    }
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
