import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';

interface Asked {
  method?: 'GET' | 'POST';
  path: string;
  token?: string;
  body?: object;
}

/** Sends requests over keep-alive connections, like proxies and busy programs, without retries. */
export function createAsker(url: string) {
  const protocol = url.startsWith('https:') ? https : http;
  const agent = new protocol.Agent({ keepAlive: true, maxSockets: 8 });
  const failures: string[] = [];
  let answered = 0;

  function ask({ method = 'GET', path, token, body }: Asked): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const headers = {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      };
      const asking = protocol.request(url + path, { method, agent, headers }, resolve);
      asking.once('error', reject);
      asking.end(body && JSON.stringify(body));
    });
  }

  return {
    /** Every request that failed although its connection was accepted. */
    failures,
    answered: () => answered,
    /** @returns the body of the response; null when no connection was accepted, or the request failed */
    async ask(asked: Asked): Promise<string | null> {
      try {
        const response = await ask(asked);
        const body = await text(response);
        answered += 1;
        if ((response.statusCode ?? 0) < 400) return body;
        failures.push(`${asked.path}: ${response.statusCode} ${body}`);
      } catch (error) {
        // A refused connection is not a failed request: a proxy tries the next server, and a page waits.
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED')
          failures.push(`${asked.path}: ${error}`);
      }
      return null;
    },
    close: () => agent.destroy(),
  };
}
