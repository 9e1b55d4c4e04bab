import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** One thing to be read: addresses that are asked for in turns. Or one to be written, with what is posted there. */
export interface Sampled {
  url: string;
  paths: string[];
  token?: string;
  body?: () => object;
}

export interface Outcome {
  perSecond: number;
  /** Of each answer, in milliseconds. */
  ms: number[];
  /** Of the last answer. */
  bytes: number;
}

/** Connections, each with one request on its way. */
export const AT_ONCE = 16;

function ask(agent: Agent, { url, token, body }: Sampled, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = body && JSON.stringify(body());
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(sent !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(sent),
      }),
    };
    const asking = request(url + path, { agent, headers, method: sent ? 'POST' : 'GET' }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200 || response.statusCode === 201) resolve(bytes);
        else reject(new Error(`${path} was answered ${response.statusCode}`));
      });
    });
    asking.on('error', reject);
    asking.end(sent);
  });
}

const pathAt = ({ paths }: Sampled, n: number): string => paths[n % paths.length] ?? '';

/** Its connections end with the work: a server ends those that are idle for some seconds. */
async function connected<T>(work: (agent: Agent) => Promise<T>): Promise<T> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  try {
    return await work(agent);
  } finally {
    agent.destroy();
  }
}

/** Asks so many times, as fast as answers come. */
export async function hurry(asked: Sampled, times: number): Promise<Outcome> {
  const ms: number[] = [];
  let [next, bytes] = [0, 0];
  const from = performance.now();
  async function askOn(agent: Agent): Promise<void> {
    while (next < times) {
      const path = pathAt(asked, next);
      next += 1;
      const at = performance.now();
      bytes = await ask(agent, asked, path);
      ms.push(performance.now() - at);
    }
  }
  await connected((agent) => Promise.all(Array.from({ length: AT_ONCE }, () => askOn(agent))));
  return { perSecond: (times * 1_000) / (performance.now() - from), ms, bytes };
}

/** Asks so many times, a hundred times a second, however long answers take. @returns the milliseconds of each. */
export function stroll(asked: Sampled, times: number): Promise<number[]> {
  return connected(async (agent) => {
    const answers: Promise<number>[] = [];
    const from = performance.now();
    for (let n = 0; n < times; n += 1) {
      await pause(Math.max(0, from + n * 10 - performance.now()));
      const at = performance.now();
      answers.push(ask(agent, asked, pathAt(asked, n)).then(() => performance.now() - at));
    }
    return Promise.all(answers);
  });
}
