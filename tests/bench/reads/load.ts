import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** A sampled endpoint: its paths are requested in rotation, with POST if there is a body. */
export interface Sampled {
  url: string;
  paths: string[];
  token?: string;
  body?: () => object;
}

interface Outcome {
  perSecond: number;
  /** The milliseconds of each response. */
  ms: number[];
  /** The size of the last response. */
  bytes: number;
}

/** Concurrent connections, each with one request in flight. */
export const AT_ONCE = 16;

function send(agent: Agent, { url, token, body }: Sampled, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = body && JSON.stringify(body());
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(sent !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(sent),
      }),
    };
    const outgoing = request(url + path, { agent, headers, method: sent ? 'POST' : 'GET' }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200 || response.statusCode === 201) resolve(bytes);
        else reject(new Error(`${path} responded ${response.statusCode}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(sent);
  });
}

const pathAt = ({ paths }: Sampled, n: number): string => paths[n % paths.length] ?? '';

/** Closes the connections after the work, because a server closes idle ones after a few seconds. */
async function connected<T>(work: (agent: Agent) => Promise<T>): Promise<T> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  try {
    return await work(agent);
  } finally {
    agent.destroy();
  }
}

/** Sends `times` requests as fast as responses arrive. */
export async function saturate(sampled: Sampled, times: number): Promise<Outcome> {
  const ms: number[] = [];
  let [next, bytes] = [0, 0];
  const from = performance.now();
  async function sendNext(agent: Agent): Promise<void> {
    while (next < times) {
      const path = pathAt(sampled, next);
      next += 1;
      const at = performance.now();
      bytes = await send(agent, sampled, path);
      ms.push(performance.now() - at);
    }
  }
  await connected((agent) => Promise.all(Array.from({ length: AT_ONCE }, () => sendNext(agent))));
  return { perSecond: (times * 1_000) / (performance.now() - from), ms, bytes };
}

/**
 * Sends `times` requests at 100 per second, however long responses take. @returns the milliseconds of each.
 */
export function keepPace(sampled: Sampled, times: number): Promise<number[]> {
  return connected(async (agent) => {
    const durations: Promise<number>[] = [];
    const from = performance.now();
    for (let n = 0; n < times; n += 1) {
      await pause(Math.max(0, from + n * 10 - performance.now()));
      const at = performance.now();
      durations.push(send(agent, sampled, pathAt(sampled, n)).then(() => performance.now() - at));
    }
    return Promise.all(durations);
  });
}
