import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The documented limits of one webhook. */
const LIMITS = [
  { count: 5, ms: 2_000 },
  { count: 30, ms: 60_000 },
];

/** How long a channel that is busy asks to wait. */
export const BUSY_SECONDS = 1.5;
/** Busy: for one request. */
type Mode = 'on' | 'off' | 'busy';

interface Embed {
  title: string;
  url: string;
  fields: { name: string; value: string }[];
  image?: { url: string };
}

interface Channel {
  posts: Map<string, Embed>;
  requests: { at: number; method: string }[];
}

/** The webhooks of channels at Discord, on loopback: it refuses what exceeds the documented limits. */
export async function startDiscordChannels(port = 0) {
  const channels = new Map<string, Channel>();
  let mode: Mode = 'on';
  let refused = 0;
  let ids = 0;
  const mentions = new Set<string>();

  const channelOf = (name: string): Channel => {
    const known = channels.get(name) ?? { posts: new Map(), requests: [] };
    channels.set(name, known);
    return known;
  };

  function waitOf({ requests }: Channel, now: number): number {
    const waits = LIMITS.map(({ count, ms }) => {
      const recent = requests.filter(({ at }) => at > now - ms);
      return recent.length < count ? 0 : (recent.at(-count)?.at ?? 0) + ms - now;
    });
    return Math.max(...waits);
  }

  async function bodyOf(request: IncomingMessage) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    return text === '' ? null : JSON.parse(text);
  }

  function answer(channel: Channel, method: string, messageId: string | undefined, body: unknown) {
    const sent = body as { embeds: [Embed]; allowed_mentions: object } | null;
    if (sent) mentions.add(JSON.stringify(sent.allowed_mentions));
    if (method === 'POST' && sent) {
      ids += 1;
      channel.posts.set(String(ids), sent.embeds[0]);
      return [200, { id: String(ids) }] as const;
    }
    if (messageId === undefined || !channel.posts.has(messageId))
      return [404, { code: 10_008, message: 'Unknown Message' }] as const;
    if (method === 'DELETE') {
      channel.posts.delete(messageId);
      return [204, null] as const;
    }
    if (sent) channel.posts.set(messageId, sent.embeds[0]);
    return [200, { id: messageId }] as const;
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const body = await bodyOf(request);
    const [, name = '', messageId] =
      /^\/api\/webhooks\/\d+\/([\w-]+)(?:\/messages\/(\d+))?/.exec(request.url ?? '') ?? [];
    const reply = (status: number, json: unknown, headers = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(json && JSON.stringify(json));
    if (mode === 'off') return reply(503, {});
    if (mode === 'busy') {
      mode = 'on';
      return reply(429, { retry_after: BUSY_SECONDS }, { 'retry-after': '2' });
    }
    if (name === 'unknown') return reply(404, { code: 10_015, message: 'Unknown Webhook' });
    const channel = channelOf(name);
    const now = performance.now();
    const wait = waitOf(channel, now) / 1_000;
    if (wait > 0) {
      refused += 1;
      return reply(429, { retry_after: wait }, { 'retry-after': String(Math.ceil(wait)) });
    }
    const method = request.method ?? '';
    channel.requests.push({ at: now, method });
    const [status, json] = answer(channel, method, messageId, body);
    return reply(status, json);
  }
  const server = createServer((request, response) => void serve(request, response));
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    addressOf: (name: string) => `${url}/api/webhooks/1/${name}`,
    postsOf: (name: string): Embed[] => [...channelOf(name).posts.values()],
    methodsOf: (name: string) => channelOf(name).requests.map(({ method }) => method),
    /** A moderator deletes all posts. */
    clear: (name: string) => channelOf(name).posts.clear(),
    /** How many requests exceeded a limit. */
    refused: () => refused,
    mentions,
    set: (next: Mode) => {
      mode = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
