import { openLink } from '../chat/link.ts';

export interface Crowd {
  url: string;
  tokens: string[];
  isRelay: boolean;
}

const AT_ONCE = 20;
const ignore = { arrived: () => undefined, acked: () => undefined };

// Runs as a child process that opens sockets and reports once all of them are signed in.
process.on('message', async ({ url, tokens, isRelay }: Crowd) => {
  const waiting = tokens.values();
  async function connectAll(): Promise<void> {
    for (const token of waiting) await openLink(url, token, ignore, isRelay);
  }
  await Promise.all(Array.from({ length: AT_ONCE }, connectAll));
  process.send?.('connected');
});
