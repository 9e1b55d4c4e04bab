import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Received {
  path: string;
  id: string;
  type: string;
  timestamp: string;
  // biome-ignore lint/suspicious/noExplicitAny: each type of event has other data
  data: any;
  body: string;
  headers: Record<string, string>;
}

type Answer = number | ((request: IncomingMessage, response: ServerResponse) => void);

/** A receiver of webhooks on loopback, which records what arrives and answers 204 unless told otherwise. */
export async function startWebhookPeer() {
  const received: Received[] = [];
  const answers = new Map<string, Answer>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const path = request.url ?? '';
    const headers = request.headers as Record<string, string>;
    received.push({ path, id: headers['webhook-id'] ?? '', body, headers, ...JSON.parse(body) });
    const answer = answers.get(path) ?? 204;
    if (typeof answer === 'number') response.writeHead(answer).end();
    else answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ url, received, answers, close },
    typesAt: (path: string) => received.filter((one) => one.path === path).map(({ type }) => type),
    /** Whether the published package accepts it. */
    isSigned({ body, headers }: Received, secret: string): boolean {
      try {
        new Webhook(secret).verify(body, headers);
        return true;
      } catch {
        return false;
      }
    },
  };
}
