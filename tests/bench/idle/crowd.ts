import { openLink } from '../chat/link.ts';

export interface Crowd {
  url: string;
  tokens: string[];
}

const AT_ONCE = 20;
const ignore = { arrived: () => undefined, acked: () => undefined };

// Runs as a child process that opens sockets and reports once all of them are signed in.
process.on('message', async ({ url, tokens }: Crowd) => {
  const waiting = tokens.values();
  async function connectAll(): Promise<void> {
    for (const token of waiting) await openLink(url, token, ignore);
  }
  await Promise.all(Array.from({ length: AT_ONCE }, connectAll));
  process.send?.('connected');
});
