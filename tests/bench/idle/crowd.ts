import { type Link, openLink } from '../chat/link.ts';

/** Sockets to open in addition to those that are open; without one, all are closed. */
export interface Crowd {
  url: string;
  tokens: string[];
  isRelay: boolean;
}

const AT_ONCE = 20;
const ignore = { arrived: () => undefined, acked: () => undefined };

let links: Link[] = [];

async function connect({ url, tokens, isRelay }: Crowd): Promise<void> {
  const waiting = tokens.values();
  async function connectAll(): Promise<void> {
    for (const token of waiting) links.push(await openLink(url, token, ignore, isRelay));
  }
  await Promise.all(Array.from({ length: AT_ONCE }, connectAll));
}

// Runs as a child process that opens sockets and reports once all of them are signed in.
process.on('message', async (crowd: Crowd | 'disconnect') => {
  if (crowd === 'disconnect') {
    for (const link of links) link.close();
    links = [];
  } else await connect(crowd);
  process.send?.('done');
});
