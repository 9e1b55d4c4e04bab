import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';

interface ClientRequest {
  method?: 'GET' | 'POST';
  path: string;
  token?: string;
  body?: object;
}

/** Sends requests over keep-alive connections, like proxies and busy programs, without retries. */
export function createRequestClient(url: string) {
  const protocol = url.startsWith('https:') ? https : http;
  const agent = new protocol.Agent({ keepAlive: true, maxSockets: 8 });
  const failures: string[] = [];
  let answered = 0;

  function sendRequest({ method = 'GET', path, token, body }: ClientRequest): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const headers = {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      };
      const outgoing = protocol.request(url + path, { method, agent, headers }, resolve);
      outgoing.once('error', reject);
      outgoing.end(body && JSON.stringify(body));
    });
  }

  return {
    /** Every request that failed although its connection was accepted. */
    failures,
    answered: () => answered,
    /** @returns the body of the response; null when no connection was accepted, or the request failed */
    async request(options: ClientRequest): Promise<string | null> {
      try {
        const response = await sendRequest(options);
        const body = await text(response);
        answered += 1;
        if ((response.statusCode ?? 0) < 400) return body;
        failures.push(`${options.path}: ${response.statusCode} ${body}`);
      } catch (error) {
        // A refused connection is not a failed request: a proxy tries the next server, and a page waits.
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED')
          failures.push(`${options.path}: ${error}`);
      }
      return null;
    },
    close: () => agent.destroy(),
  };
}
