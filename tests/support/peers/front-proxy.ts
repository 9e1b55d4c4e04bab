import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

interface Faults {
  /** Drops the headers that upgrade to a WebSocket. */
  stripsUpgrade?: boolean;
  /** The maximum size of a body, in bytes. */
  maxBody?: number;
  /** Buffers responses: they are forwarded only once complete. */
  buffers?: boolean;
  /** How far its clock is ahead, in milliseconds. */
  aheadMs?: number;
}

/** A reverse proxy on loopback with common misconfigurations. */
export async function startFrontProxy(targetPort: number, faults: Faults = {}) {
  const { stripsUpgrade = false, maxBody = Number.POSITIVE_INFINITY, buffers = false, aheadMs = 0 } = faults;
  function pass(from: IncomingMessage, to: ServerResponse): void {
    if (Number(from.headers['content-length'] ?? 0) > maxBody) {
      to.writeHead(413, { 'content-type': 'text/html' }).end('<h1>413 Request Entity Too Large</h1>');
      return;
    }
    const { upgrade: _, connection: __, ...headers } = from.headers;
    const outgoing = request(
      { port: targetPort, host: 'localhost', method: from.method, path: from.url, headers },
      (answer) => {
        const { date: _date, ...shown } = answer.headers;
        to.writeHead(answer.statusCode ?? 502, {
          ...shown,
          date: new Date(Date.now() + aheadMs).toUTCString(),
        });
        if (buffers) {
          const chunks: Buffer[] = [];
          answer
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('end', () => to.end(Buffer.concat(chunks)));
        } else {
          answer.pipe(to);
        }
      },
    );
    outgoing.on('error', () => to.destroy());
    to.on('close', () => outgoing.destroy());
    // Forwards the announced size before any of the body arrives.
    outgoing.flushHeaders();
    from.pipe(outgoing);
  }
  const server = createServer(pass);
  if (!stripsUpgrade) {
    server.on('upgrade', (from, socket) => {
      const target = connect(targetPort, 'localhost');
      const lines = [`${from.method} ${from.url} HTTP/1.1`];
      for (let i = 0; i < from.rawHeaders.length; i += 2) {
        lines.push(`${from.rawHeaders[i]}: ${from.rawHeaders[i + 1]}`);
      }
      target.write(`${lines.join('\r\n')}\r\n\r\n`);
      for (const one of [socket, target]) one.on('error', () => undefined);
      socket.on('close', () => target.destroy());
      target.on('close', () => socket.destroy());
      target.pipe(socket).pipe(target);
    });
  }
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
